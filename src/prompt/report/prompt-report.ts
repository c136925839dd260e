import type { ModelToolDefinition } from '../../model/model-message.js';
import { CHARACTERS_PER_TOKEN } from '../limits.js';
import type { InjectedFile, PromptMode } from '../prompt-section.js';
import type { KeptPrompt } from './kept-prompts.js';

/** Sizes are UTF-16 code units; tokens are an estimate: characters divided by four. */
export interface PromptReport {
  /** `run`: of the session's last turn; `estimate`: of a turn that would begin now. */
  source: 'run' | 'estimate';
  /** ISO 8601. */
  generatedAt: string;
  sessionId: string;
  sessionKey: string;
  /** Root of the provider's API, or `offline`. */
  provider: string;
  model: string;
  mode: PromptMode;
  workspaceDir: string;
  bootstrapMaxChars: number;
  bootstrapTotalMaxChars: number;
  bootstrapTruncation: { warningMode: string; truncatedFiles: number; nearLimitFiles: number };
  sandbox: { mode: 'off'; sandboxed: false };
  systemPrompt: { chars: number; estimatedTokens: number; projectContextChars: number; nonProjectContextChars: number };
  /** The parts of the prompt in order. */
  sections: { name: string; zone: 'stable' | 'dynamic'; chars: number; estimatedTokens: number }[];
  /** What stays the same from request to request: the stable part of the prompt and the tools. */
  cache: { stableChars: number; dynamicChars: number; stableShare: number };
  injectedWorkspaceFiles: InjectedFile[];
  skills: { promptChars: number; entries: { name: string; chars: number }[] };
  tools: { count: number; schemaChars: number; estimatedTokens: number; entries: { name: string; summaryChars: number; schemaChars: number; propertiesCount: number }[] };
  /** What the provider counted in this session so far; absent where it told nothing. */
  sessionTokens?: { prompt: number; completion: number; cached: number };
  /** Tokens that the model takes, where they are known. */
  contextTokens?: number;
}

/** What a report says beside the prompt. */
export type ReportSurroundings = Pick<
  PromptReport,
  'source' | 'sessionId' | 'provider' | 'workspaceDir' | 'bootstrapMaxChars' | 'bootstrapTotalMaxChars' | 'sessionTokens' | 'contextTokens'
> & { warningMode: string };

/** A file counts as near its limit from this share of it. */
const NEAR_LIMIT = 0.85;

/** Says what a prompt is made of. */
export function promptReport({ assembled, model, mode, tools, at }: KeptPrompt, surroundings: ReportSurroundings): PromptReport {
  const { warningMode, ...known } = surroundings;
  const sections = assembled.sections.map(({ name, zone, text }) => ({ name, zone, chars: text.length, estimatedTokens: estimated(text.length) }));
  const files = assembled.sections.flatMap((section) => section.files ?? []);
  const skills = assembled.sections.filter((section) => section.skills !== undefined);
  const chars = assembled.stable.length + assembled.dynamic.length;
  const projectContextChars = sum(assembled.sections.filter((section) => section.files !== undefined).map(({ text }) => text.length));
  const entries = tools.map(toolEntry);
  const schemaChars = JSON.stringify(tools).length;
  return {
    ...known,
    generatedAt: at,
    sessionKey: known.sessionId,
    model,
    mode,
    bootstrapTruncation: {
      warningMode,
      truncatedFiles: files.filter(({ truncated }) => truncated).length,
      nearLimitFiles: files.filter(({ truncated, rawChars }) => !truncated && rawChars >= NEAR_LIMIT * known.bootstrapMaxChars).length,
    },
    sandbox: { mode: 'off', sandboxed: false },
    systemPrompt: { chars, estimatedTokens: estimated(chars), projectContextChars, nonProjectContextChars: chars - projectContextChars },
    sections,
    cache: {
      stableChars: assembled.stable.length + schemaChars,
      dynamicChars: assembled.dynamic.length,
      stableShare: share(assembled.stable.length + schemaChars, chars + schemaChars),
    },
    injectedWorkspaceFiles: files,
    skills: { promptChars: sum(skills.map(({ text }) => text.length)), entries: skills.flatMap((section) => [...(section.skills ?? [])]) },
    tools: { count: tools.length, schemaChars, estimatedTokens: estimated(schemaChars), entries },
  };
}

function toolEntry({ function: { name, description, parameters } }: ModelToolDefinition): PromptReport['tools']['entries'][number] {
  const properties = parameters['properties'];
  const propertiesCount = typeof properties === 'object' && properties !== null ? Object.keys(properties).length : 0;
  return { name, summaryChars: description.length, schemaChars: JSON.stringify(parameters).length, propertiesCount };
}

function estimated(chars: number): number {
  return Math.ceil(chars / CHARACTERS_PER_TOKEN);
}

function share(part: number, whole: number): number {
  return whole === 0 ? 1 : Math.round((part / whole) * 1000) / 1000;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
