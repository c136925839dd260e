import type { AnswerSource, ResearchEvent } from '../prompt/answer-reviewer.js';
import type { AnswerCitation } from '../prompt/turn-context.js';
import type { LoggedToolCall, RunStatus } from '../sessions/session.js';

/** The answer of a turn: the contract of `POST /api/chat` (docs/agent.md). */
export interface TurnAnswer {
  sessionId: string;
  runId: string;
  response: string;
  logSummary: string;
  /** All calls of all runs of the turn, in order. */
  toolCalls: LoggedToolCall[];
  status: RunStatus;
  /** Perplexity of the answer's tokens; 0 where the provider gives no log probabilities. */
  perplexity: number;
  /** Measured from the first piece of the answer to its last; 0 where it came in one. */
  tokensPerSecond: number;
  /** Present where the answer rests on a search: the pages that were given to the model, possibly none that has an address. */
  sources?: readonly AnswerSource[];
  /** Present where the answer cites documents. */
  citations?: readonly AnswerCitation[];
  /** Nothing is to be said: `response` is the model's word for that, which nobody is shown. */
  silent?: true;
  /** What each model answered, for model_error. */
  errorDetail?: unknown;
}

/**
 * What happens in a turn, as one union. Every face renders these and no face invents another. The first is
 * `run-start`, the last and only terminal one is `run-end`, or `run-failed` where there is no answer because the server could not do its part. A turn may hold several runs (handoffs); they share the
 * turn's `runId`.
 */
export type AgentEvent =
  | { type: 'run-start'; runId: string; sessionId: string }
  /** More of the answer's text, as a person reads it; `augmented` where it takes the place of an answer that was searched for. */
  | { type: 'text-delta'; text: string; augmented?: true }
  /** The text given so far is void: another answer takes its place. */
  | { type: 'text-reset' }
  | { type: 'reasoning-delta'; text: string }
  | { type: 'tool-start'; callId: string; name: string; args: Record<string, unknown> }
  | { type: 'tool-output'; callId: string; text: string }
  | ({ type: 'tool-end'; callId: string } & LoggedToolCall)
  | { type: 'usage'; promptTokens: number; completionTokens: number; cachedTokens: number; model: string }
  | { type: 'notice'; text: string }
  | { type: 'checkpoint'; progress: string; remaining: string }
  | ResearchEvent
  | { type: 'run-end'; answer: TurnAnswer }
  | { type: 'run-failed'; code: string; message: string };
