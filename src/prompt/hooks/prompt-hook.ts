import { DiscoveryService } from '@nestjs/core';
import type { PromptMode } from '../prompt-section.js';

/** The seed's hook `before_prompt_build`: a message came and the prompt of its turn is about to be put together. */
export interface BeforePromptBuildEvent {
  readonly sessionId: string;
  readonly message: string;
  readonly mode: PromptMode;
  readonly model: string;
}

/** What a hook changes of a turn's prompt. Blank texts change nothing. */
export interface PromptMutation {
  /** In place of the whole system prompt. */
  readonly systemPrompt?: string;
  /** Before the system prompt, above the cache boundary. */
  readonly prependSystemContext?: string;
  /** After the system prompt. */
  readonly appendSystemContext?: string;
  /** With the message, kept beside it and replayed with it. */
  readonly prependContext?: string;
}

/** A workspace file as it goes into the prompt. */
export interface BootstrapFile {
  /** Within the workspace: `SOUL.md`. */
  readonly path: string;
  readonly content: string;
}

/** The seed's hook `agent:bootstrap`: the workspace files are about to be put into the prompt. */
export interface AgentBootstrapEvent {
  readonly sessionId: string;
  readonly workspaceDir: string;
  readonly bootstrapFiles: readonly BootstrapFile[];
}

/** A hook inside the server. Files in `~/.jarvis/data/hooks/` are the same from outside (docs/prompt.md, "Hooks"). */
export interface PromptHook {
  /** For diagnostics. */
  readonly name: string;
  beforePromptBuild?(event: BeforePromptBuildEvent): Promise<PromptMutation | undefined>;
  /** The files that go into the prompt in place of those of the event. */
  agentBootstrap?(event: AgentBootstrapEvent): Promise<readonly BootstrapFile[] | undefined>;
}

/** Marks a provider class as a PromptHook. */
export const PromptHookProvider = DiscoveryService.createDecorator();
