import type { ModelMessage, ModelToolDefinition } from '../../model/model-message.js';

/** Bytes of UTF-8 that make a token, on average, for the tokenizers of today's models. */
const BYTES_PER_TOKEN = 4;

/** What a message costs beside its text: role, separators. */
const TOKENS_PER_MESSAGE = 6;

/** An estimate of a message's tokens; providers count for themselves, so budgets keep a reserve. */
export function estimateTokens(message: ModelMessage): number {
  const calls = message.role === 'assistant' && message.tool_calls ? JSON.stringify(message.tool_calls) : '';
  return Math.ceil((Buffer.byteLength(message.content ?? '') + Buffer.byteLength(calls)) / BYTES_PER_TOKEN) + TOKENS_PER_MESSAGE;
}

/** An estimate for a list of messages. */
export function estimateTotal(messages: readonly ModelMessage[]): number {
  return messages.reduce((sum, message) => sum + estimateTokens(message), 0);
}

/** An estimate of what the tool definitions cost in each request. */
export function estimateTools(tools: readonly ModelToolDefinition[]): number {
  return Math.ceil(Buffer.byteLength(JSON.stringify(tools)) / BYTES_PER_TOKEN);
}
