import { Type } from 'class-transformer';
import {
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsOptional,
  IsString,
  Matches,
  Max,
  Min,
  ValidateBy,
  ValidateNested,
} from 'class-validator';
import { AgentsSettings, TypingSettings } from './agent-settings.js';

/** A day: the largest time limit that makes sense for one tool call or one model request. */
const DAY_MS = 86_400_000;

function isBaseUrl(value: unknown): boolean {
  return value === 'offline' || (typeof value === 'string' && /^https?:\/\/\S+$/.test(value) && URL.canParse(value));
}

/** How `exec` is guarded (docs/security.md has the whole matrix). */
export class ExecPolicySettings {
  /** `deny` never runs, `allowlist` runs what `allowlist` names, `full` runs everything. */
  @IsIn(['deny', 'allowlist', 'full'])
  security: 'deny' | 'allowlist' | 'full' = 'full';

  /** When the owner is asked first: `off` never, `on-miss` for what the allow-list does not name, `always`. */
  @IsIn(['off', 'on-miss', 'always'])
  ask: 'off' | 'on-miss' | 'always' = 'off';

  /** Names of programs that may run with any arguments, as an argument vector without a shell. */
  @IsArray()
  @IsString({ each: true })
  @IsNotEmpty({ each: true })
  allowlist: string[] = [];
}

/** Which tools are offered at all. */
export class ToolPolicySettings {
  /** Only these, where given. */
  @IsOptional()
  @IsArray()
  @IsString({ each: true })
  allow?: string[];

  /** Never these. */
  @IsArray()
  @IsString({ each: true })
  deny: string[] = [];

  @ValidateNested()
  @Type(() => ExecPolicySettings)
  exec: ExecPolicySettings = new ExecPolicySettings();

  /** The model may keep a plan of its work with the tool `update_plan`. */
  @IsBoolean()
  updatePlan = false;
}

/** What turns documents and queries into vectors (docs/documents.md). */
export class EmbeddingsSettings {
  /** Root of an OpenAI-compatible (`https://host/v1`) or Ollama (`http://host:11434`) API; the built-in model where absent. */
  @IsOptional()
  @IsString()
  @Matches(/^https?:\/\/\S+$/, { message: 'baseUrl must be an http(s) URL' })
  baseUrl?: string;

  /** Name of the model there. */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  model?: string;
}

/** How web pages may be fetched for the model. */
export class WebFetchSettings {
  /** The owner's fetches may reach private addresses: this machine, the local network. */
  @IsBoolean()
  allowPrivate = false;
}

/**
 * settings.json, validated. Every key is optional in the file; the defaults stand here and nowhere else. Keys that this
 * version does not know are kept in the file and ignored.
 */
export class Settings {
  /** Model id; may carry the `openrouter/` prefix. */
  @IsString()
  @IsNotEmpty()
  selectedModel = 'openrouter/free';

  /** Asked once where the selected model fails. */
  @IsString()
  @IsNotEmpty()
  fallbackModel = 'openrouter/free';

  /** Model requests in one run before the wrap-up. */
  @IsInt()
  @Min(1)
  @Max(1000)
  maxIterations = 10;

  /** Runs that may follow by themselves before a person is needed. */
  @IsInt()
  @Min(0)
  @Max(1000)
  maxHandoffs = 5;

  /** TCP port; 0 lets the system choose. */
  @IsInt()
  @Min(0)
  @Max(65535)
  port = 18008;

  /** Address to listen on. */
  @IsString()
  @IsNotEmpty()
  host = '127.0.0.1';

  /** Root of an OpenAI-compatible API (`https://host/v1`), or the word `offline`. */
  @IsString()
  @ValidateBy({ name: 'isBaseUrl', validator: { validate: isBaseUrl, defaultMessage: () => 'baseUrl must be "offline" or an http(s) URL' } })
  baseUrl = 'https://openrouter.ai/api/v1';

  /** Times that a final answer that is not the JSON contract is asked for again. */
  @IsInt()
  @Min(0)
  @Max(5)
  formatRetries = 1;

  /** Milliseconds that one tool call may take; 0 turns the limit off. */
  @IsInt()
  @Min(0)
  @Max(DAY_MS)
  toolTimeoutMs = 300_000;

  /** Milliseconds that one model request may take without ending; 0 turns the limit off. */
  @IsInt()
  @Min(0)
  @Max(DAY_MS)
  modelTimeoutMs = 300_000;

  /** Tokens of history that are sent at most; the model's own window where absent and known. */
  @IsOptional()
  @IsInt()
  @Min(1000)
  @Max(100_000_000)
  contextTokens?: number;

  /** Addresses or CIDR ranges of reverse proxies whose forwarding headers are believed. */
  @IsArray()
  @IsString({ each: true })
  trustProxy: string[] = [];

  /** Host names beside the loopback ones under which the server may be called. */
  @IsArray()
  @IsString({ each: true })
  allowedHosts: string[] = [];

  /** Loopback clients are the owner without a token. */
  @IsBoolean()
  localAccess = true;

  /** Names of the tools that guests are offered. */
  @IsArray()
  @IsString({ each: true })
  guestTools: string[] = [];

  /** What guests may read of what others made: nothing (`own`) or all that JarvisChat shows them (`all`). */
  @IsIn(['own', 'all'])
  guestReads: 'own' | 'all' = 'own';

  /** The profile is part of the prompt. */
  @IsBoolean()
  profileEnabled = true;

  /** The prompt lists the skills that are switched on. */
  @IsBoolean()
  skillsEnabled = true;

  /** Facts that match a message go to the model with it. */
  @IsBoolean()
  memoryEnabled = true;

  /** The model may search the web, and an unsure answer is given anew with what is found. */
  @IsBoolean()
  searchEnabled = true;

  /** Root of a SearXNG (or searx) that serves JSON. */
  @IsString()
  @Matches(/^https?:\/\/\S+$/, { message: 'searxngUrl must be an http(s) URL' })
  searxngUrl = 'http://127.0.0.1:8888';

  /** Questions about the weather are asked of wttr.in, a host outside. */
  @IsBoolean()
  weatherShortcut = false;

  /** Root of a Qdrant server that keeps the vectors; they are kept in jarvis.db where absent. */
  @IsOptional()
  @IsString()
  @Matches(/^https?:\/\/\S+$/, { message: 'qdrantUrl must be an http(s) URL' })
  qdrantUrl?: string;

  @ValidateNested()
  @Type(() => EmbeddingsSettings)
  embeddings: EmbeddingsSettings = new EmbeddingsSettings();

  @ValidateNested()
  @Type(() => WebFetchSettings)
  webFetch: WebFetchSettings = new WebFetchSettings();

  @ValidateNested()
  @Type(() => ToolPolicySettings)
  tools: ToolPolicySettings = new ToolPolicySettings();

  @ValidateNested()
  @Type(() => AgentsSettings)
  agents: AgentsSettings = new AgentsSettings();

  /** How sessions show that Jarvis is typing; wins over `agents.defaults`. */
  @ValidateNested()
  @Type(() => TypingSettings)
  session: TypingSettings = new TypingSettings();

  /** Another place for the same two keys of `agents.defaults`, which win over it. */
  @ValidateNested()
  @Type(() => TypingSettings)
  agent: TypingSettings = new TypingSettings();
}
