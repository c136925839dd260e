import type { ModelMessage, ModelToolDefinition } from './model-message.js';

/** One request to a model. `tools` empty means that no tools are offered. */
export interface ModelRequest {
  /** The model id as settings.json has it; the driver turns it into what its provider accepts. */
  model: string;
  messages: readonly ModelMessage[];
  tools: readonly ModelToolDefinition[];
  /** Ask for the log probabilities of the answer's tokens, where the provider can. */
  logprobs?: boolean;
  /** Parameters that the model refused (`ModelError.detail.parameter`) and that this request must do without. */
  omitParameters?: readonly string[];
}

/** Why the model stopped, as the provider said it; `unknown` where the stream ended without saying. */
export type FinishReason = 'stop' | 'length' | 'tool_calls' | 'content_filter' | 'unknown';

/** Tokens of one request, as the provider counted them. */
export interface ModelUsage {
  promptTokens: number;
  completionTokens: number;
  /** Part of promptTokens that came from the provider's cache; 0 where it does not say. */
  cachedTokens: number;
}

/**
 * A whole tool call. Drivers assemble fragments themselves, so that nobody above sees half a call.
 * `problem` is set where the arguments may not be run: `malformed` is not a JSON object, `cut` ended at the
 * output limit; `detail` then says what and where, for the model to read.
 */
export interface ModelToolCallDelta {
  type: 'tool-call';
  id: string;
  name: string;
  /** JSON text of an object where there is no problem ("{}" where the provider sent none), else the raw text. */
  arguments: string;
  problem?: { kind: 'malformed' | 'cut'; detail: string };
}

/** What a model says, piece by piece. Ends with exactly one `finish`; text is never cut within a code point. */
export type ModelDelta =
  | { type: 'text-delta'; text: string; logprobs?: readonly number[] }
  | { type: 'reasoning-delta'; text: string }
  | ModelToolCallDelta
  | { type: 'usage'; usage: ModelUsage }
  | { type: 'finish'; reason: FinishReason; model: string };

/** What a provider tells of one model. */
export interface ModelDescription {
  id: string;
  /** Context window in tokens, where the provider says it. */
  contextTokens?: number;
}

/**
 * The port to a language model. A driver makes exactly one HTTP request per `stream()` call (the agent
 * loop owns fallback, waiting and repair) and closes it as soon as `signal` aborts.
 */
export abstract class ChatModel {
  /** Streams one answer. Throws a ModelError, or the signal's reason after an abort. */
  abstract stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelDelta>;

  /** What the provider says of a model; undefined where it does not say or cannot be asked. Never throws. */
  abstract describe(model: string, signal: AbortSignal): Promise<ModelDescription | undefined>;
}
