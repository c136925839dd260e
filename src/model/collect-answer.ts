import type { FinishReason, ModelDelta, ModelToolCallDelta, ModelUsage } from './chat-model.js';

/** One whole answer of a model. */
export interface CollectedAnswer {
  text: string;
  reasoning: string;
  toolCalls: ModelToolCallDelta[];
  finishReason: FinishReason;
  /** The model that the provider says answered; empty where the stream ended without saying. */
  model: string;
  /** Absent where the provider did not count. */
  usage?: ModelUsage;
  /** Natural-log probabilities of the answer's tokens, in order; empty where none came. */
  logprobs: number[];
}

/** The answer before anything was said. */
export function emptyAnswer(): CollectedAnswer {
  return { text: '', reasoning: '', toolCalls: [], finishReason: 'unknown', model: '', logprobs: [] };
}

/** Adds one delta to an answer, in place. */
export function addDelta(answer: CollectedAnswer, delta: ModelDelta): void {
  switch (delta.type) {
    case 'text-delta':
      answer.text += delta.text;
      for (const logprob of delta.logprobs ?? []) answer.logprobs.push(logprob);
      break;
    case 'reasoning-delta':
      answer.reasoning += delta.text;
      break;
    case 'tool-call':
      answer.toolCalls.push(delta);
      break;
    case 'usage':
      answer.usage = delta.usage;
      break;
    case 'finish':
      answer.finishReason = delta.reason;
      answer.model = delta.model;
      break;
  }
}

/** Folds a stream into the whole answer, for callers that want nothing else. Rejects with what the stream throws. */
export async function collectAnswer(deltas: AsyncIterable<ModelDelta>): Promise<CollectedAnswer> {
  const answer = emptyAnswer();
  for await (const delta of deltas) addDelta(answer, delta);
  return answer;
}
