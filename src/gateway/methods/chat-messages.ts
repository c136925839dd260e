import { parseFinalAnswer } from '../../agent/loop/final-answer.js';
import { headAtCodePoint } from '../../common/text.js';
import type { AssistantMessage, ModelMessage } from '../../model/model-message.js';
import type { SessionTranscript } from '../../sessions/session.js';
import { MAX_HISTORY_BYTES } from '../limits.js';
import type { ChatMessage } from '../protocol/schemas/chat.js';

/** How much is shown. */
export interface HistoryBounds {
  /** Messages, the newest. */
  limit: number;
  /** Characters of one text. */
  maxChars: number;
}

/**
 * A conversation as people read it, oldest first: answers as text without the JSON around them, tool calls with their results, and
 * neither the system prompt nor the server's own words between two runs.
 */
export function chatMessages({ messages, metadata }: SessionTranscript, { limit, maxChars }: HistoryBounds): ChatMessage[] {
  const annotations = metadata.annotations ?? {};
  const results = new Map(messages.flatMap((message) => (message.role === 'tool' ? [[message.tool_call_id, message.content] as const] : [])));
  const shown = messages.flatMap((message, index): ChatMessage[] => {
    const { kind, at } = annotations[String(index)] ?? {};
    const body = kind === undefined ? bodyOf(message, results, maxChars) : undefined;
    const timestamp = at === undefined ? Number.NaN : Date.parse(at);
    return body === undefined ? [] : [{ ...body, ...(Number.isNaN(timestamp) ? {} : { timestamp }) }];
  });
  return newestThatFit(shown.slice(-limit));
}

function bodyOf(message: ModelMessage, results: ReadonlyMap<string, string>, maxChars: number): ChatMessage | undefined {
  if (message.role === 'user') return withText('user', message.content, maxChars);
  if (message.role !== 'assistant') return undefined;
  const shown = withText('assistant', readable(message.content ?? ''), maxChars);
  const calls = message.tool_calls ?? [];
  if (calls.length === 0) return shown;
  const toolCalls = calls.map(({ id, function: { name, arguments: args } }) => {
    const result = results.get(id);
    return { id, name, args: objectOf(args), ...(result === undefined ? {} : { result: headAtCodePoint(result, maxChars) }) };
  });
  const isCut = calls.some(({ id }) => (results.get(id)?.length ?? 0) > maxChars);
  return { ...shown, toolCalls, ...(isCut ? { truncated: true } : {}) };
}

function withText(role: 'user' | 'assistant', text: string, maxChars: number): ChatMessage {
  const isCut = text.length > maxChars;
  const shown = isCut ? headAtCodePoint(text, maxChars) : text;
  return { role, content: shown === '' ? [] : [{ type: 'text', text: shown }], ...(isCut ? { truncated: true } : {}) };
}

/** The text of an answer. What is no answer in the contract, such as words beside tool calls, is text as it stands. */
function readable(content: NonNullable<AssistantMessage['content']>): string {
  if (!content.trimStart().startsWith('{')) return content;
  const parsed = parseFinalAnswer(content);
  return parsed.ok ? parsed.answer.response : content;
}

function objectOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function newestThatFit(messages: readonly ChatMessage[]): ChatMessage[] {
  let bytes = 0;
  let first = messages.length;
  while (first > 0) {
    bytes += Buffer.byteLength(JSON.stringify(messages[first - 1]));
    if (bytes > MAX_HISTORY_BYTES) break;
    first -= 1;
  }
  return messages.slice(first);
}
