import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Clock } from '../../common/clock.js';
import type { ModelToolDefinition } from '../../model/model-message.js';
import type { AssembledPrompt } from '../assembled-prompt.js';
import { MAX_KEPT_PROMPTS } from '../limits.js';
import type { PromptMode } from '../prompt-section.js';

/** The prompt of a turn, as it was sent. */
export interface KeptPrompt {
  readonly assembled: AssembledPrompt;
  readonly model: string;
  readonly mode: PromptMode;
  readonly tools: readonly ModelToolDefinition[];
  /** ISO 8601. */
  readonly at: string;
}

/** The last prompt of each session, for those who want to know what the model was told. In memory only. */
@Injectable()
export class KeptPrompts {
  private readonly kept = new LRUCache<string, KeptPrompt>({ max: MAX_KEPT_PROMPTS });

  constructor(private readonly clock: Clock) {}

  keep(sessionId: string, prompt: Omit<KeptPrompt, 'at'>): void {
    this.kept.set(sessionId, { ...prompt, at: this.clock.now().toISOString() });
  }

  /** Undefined where the session had no turn since the server started, or many others had one since. */
  of(sessionId: string): KeptPrompt | undefined {
    return this.kept.get(sessionId);
  }
}
