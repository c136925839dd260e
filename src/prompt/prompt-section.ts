import { DiscoveryService } from '@nestjs/core';
import type { Principal } from '../security/principal.js';

/** What a section is told when the prompt of one request is put together. */
export interface PromptContext {
  sessionId: string;
  principal: Principal;
  /** The text of the preset that the caller chose for this turn. */
  preset?: string;
}

/**
 * One part of the system prompt, contributed by the feature that owns it and found by `@PromptSectionProvider()`.
 * `stable` sections stand first and change rarely, so that a provider's prompt cache holds; `dynamic` ones follow.
 */
export interface PromptSection {
  readonly name: string;
  readonly zone: 'stable' | 'dynamic';
  /** Place within the zone, ascending. */
  readonly order: number;
  /** A `{{name}}` in docs/system-prompt.md that this section fills; without one it is appended. */
  readonly placeholder?: string;
  /** The text, or undefined where the section has nothing to say. */
  render(context: PromptContext): Promise<string | undefined>;
}

/** Marks a provider class as a prompt section. */
export const PromptSectionProvider = DiscoveryService.createDecorator();
