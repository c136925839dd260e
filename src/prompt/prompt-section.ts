import { DiscoveryService } from '@nestjs/core';
import type { Principal } from '../security/principal.js';

/** How much of the prompt a run gets: all of it; what a sub-agent needs; one line that says who it is. */
export type PromptMode = 'full' | 'minimal' | 'none';

/** The chat that a run answers in, where it is none of ours (the page, the terminal). */
export interface PromptChannel {
  /** `telegram`. */
  id: string;
  kind: 'direct' | 'group';
  /** The person decides on commands with buttons. */
  hasApprovalButtons: boolean;
  /** An answer may say which message it replies to. */
  hasReplyTags: boolean;
}

/** What a section is told when the prompt of one request is put together. */
export interface PromptContext {
  sessionId: string;
  principal: Principal;
  mode: PromptMode;
  /** Id of the model that is asked. */
  model: string;
  /** Names of the tools that this run is offered. */
  tools: ReadonlySet<string>;
  /** The text of the preset that the caller chose for this turn. */
  preset?: string | undefined;
  channel?: PromptChannel | undefined;
  /** What whoever began the run has to say: who is in a group, what a sub-agent is for. */
  extraContext?: string | undefined;
  /** Whether people see the model's reasoning: the session's level. */
  reasoningLevel?: string | undefined;
  /** The run looks whether something is to be done; nobody said anything. */
  isHeartbeat?: boolean;
}

/** A workspace file that a section holds, for the report of the prompt. Sizes are UTF-16 code units. */
export interface InjectedFile {
  readonly name: string;
  readonly path: string;
  readonly missing: boolean;
  readonly rawChars: number;
  readonly injectedChars: number;
  readonly truncated: boolean;
}

/** What a section tells of itself beside its text, for the report of the prompt. */
export interface SectionDetails {
  readonly files?: readonly InjectedFile[];
  readonly skills?: readonly { readonly name: string; readonly chars: number }[];
}

/** A section's text, with or without details. */
export type SectionText = string | ({ readonly text: string } & SectionDetails);

/**
 * One part of the system prompt, contributed by the feature that owns it and found by `@PromptSectionProvider()`.
 * `stable` sections stand first and change rarely, so that a provider's prompt cache holds; `dynamic` ones follow.
 */
export interface PromptSection {
  readonly name: string;
  readonly zone: 'stable' | 'dynamic';
  /** Place within the zone, ascending: one of SECTION_ORDER. */
  readonly order: number;
  /** In which modes it is rendered. */
  readonly modes: readonly PromptMode[];
  /** The `{{name}}` in docs/system-prompt.md in whose place a word on this section stands. */
  readonly placeholder?: string;
  /** The text, or undefined where the section has nothing to say. */
  render(context: PromptContext): Promise<SectionText | undefined>;
}

/** Marks a provider class as a prompt section. */
export const PromptSectionProvider = DiscoveryService.createDecorator();
