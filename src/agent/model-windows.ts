import { Injectable } from '@nestjs/common';
import { ConfigService } from '../config/config.service.js';
import { ChatModel } from '../model/chat-model.js';
import type { ModelToolDefinition, SystemMessage } from '../model/model-message.js';
import type { OpenSession } from '../sessions/session.js';
import { summaryRequest } from './history/compaction.js';
import { estimateTools, estimateTotal } from './history/token-estimate.js';
import type { Summarise } from './history/turn-transcript.js';
import { ANSWER_RESERVE_SHARE, ASK_WINDOW_FROM_TOKENS, MAX_ANSWER_RESERVE_TOKENS } from './limits.js';
import { modelStep, type ModelStepPorts } from './loop/model-step.js';

/** How much history a model takes, and how what does not fit is summarised. */
@Injectable()
export class ModelWindows {
  constructor(
    private readonly config: ConfigService,
    private readonly model: ChatModel,
  ) {}

  /**
   * Tokens that system prompt and messages may take: the setting `contextTokens`, or the model's own window where the provider
   * tells it, less what the tools and the answer need. Undefined where neither is known. The provider is asked only for
   * histories that could come near a window.
   */
  async budget(
    model: string,
    system: SystemMessage,
    tools: readonly ModelToolDefinition[],
    session: OpenSession,
    signal: AbortSignal,
  ): Promise<number | undefined> {
    const configured = this.config.settings.contextTokens;
    const toolTokens = estimateTools(tools);
    const mayMatter = configured !== undefined || estimateAtLeast(session, ASK_WINDOW_FROM_TOKENS - toolTokens);
    if (!mayMatter) return undefined;
    const window = configured ?? (await this.model.describe(model, signal))?.contextTokens;
    if (window === undefined) return undefined;
    const reserve = Math.min(window * ANSWER_RESERVE_SHARE, MAX_ANSWER_RESERVE_TOKENS);
    return Math.max(estimateTotal([system]), Math.floor(window - reserve - toolTokens));
  }

  /** Has the dropped part summarised by the model of the turn; undefined where that fails, so that the turn goes on without. */
  summariser(ports: ModelStepPorts): Summarise {
    return async (dropped, earlier) => {
      try {
        const steps = modelStep({ messages: summaryRequest(dropped, earlier), tools: [] }, ports);
        for (;;) {
          const step = await steps.next();
          if (step.done) return step.value.text.trim() === '' ? undefined : step.value.text.trim();
        }
      } catch (error) {
        ports.signal.throwIfAborted();
        ports.note(`the earlier conversation could not be summarised (${error instanceof Error ? error.message : 'unknown'})`);
        return undefined;
      }
    };
  }
}

/** Whether a session's messages come to at least so many tokens, looking only as far back as needed. */
function estimateAtLeast(session: OpenSession, tokens: number): boolean {
  let sum = 0;
  for (let index = session.messages.length - 1; index >= 0 && sum < tokens; index -= 1) {
    sum += Math.ceil((session.messages[index]?.content?.length ?? 0) / 4);
  }
  return sum >= tokens;
}
