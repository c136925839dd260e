import type { JsonObject } from '../json-value.js';
import type { AnswerChunk } from './answer-chunk.js';

/** Fields that go back into the assistant message of tool calls, in the form in which they came. */
export interface ReplayFields {
  reasoning_content?: string;
  reasoning_details?: readonly JsonObject[];
}

/**
 * Collects the reasoning of one answer in the form that its provider wants to see again beside the answer's tool calls
 * (DeepSeek: `reasoning_content`; OpenRouter: `reasoning_details`, whose signed blocks must come back unchanged). Plain
 * `reasoning` is never wanted back.
 */
export class ReasoningReplay {
  private content = '';
  private readonly details: Record<string, unknown>[] = [];

  add(chunk: Pick<AnswerChunk, 'reasoningContent' | 'reasoningDetails'>): void {
    this.content += chunk.reasoningContent;
    for (const detail of chunk.reasoningDetails) this.addDetail(detail);
  }

  /** Undefined where there was nothing of the kind. Details, where they came, stand for the rest. */
  fields(): ReplayFields | undefined {
    if (this.details.length > 0) return { reasoning_details: this.details };
    return this.content === '' ? undefined : { reasoning_content: this.content };
  }

  /** Pieces of one block follow each other; text grows, everything else is as said last. */
  private addDetail(detail: JsonObject): void {
    const last = this.details.at(-1);
    const isSameBlock = last !== undefined && last['type'] === detail['type'] && last['index'] === detail['index'];
    if (!isSameBlock || typeof detail['data'] === 'string') {
      this.details.push({ ...detail });
      return;
    }
    for (const [field, value] of Object.entries(detail)) {
      if (value === null || value === undefined) continue;
      const grows = (field === 'text' || field === 'summary') && typeof value === 'string' && typeof last[field] === 'string';
      last[field] = grows ? `${String(last[field])}${value}` : value;
    }
  }
}
