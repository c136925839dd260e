import { toWellFormedText } from '../../common/text.js';
import type { AssistantMessage, ModelMessage, ModelToolCall, ToolMessage } from '../../model/model-message.js';
import type { MessageAnnotation } from '../../sessions/session.js';

/** What goes out where a tool gave nothing back: some providers refuse empty content. */
const NO_OUTPUT = '(no output)';

/** What a call gets that was never answered because the server stopped in between. */
export const INTERRUPTED_RESULT = JSON.stringify({
  status: 'error',
  error: 'interrupted: the server stopped before this call ended; whether it took effect is unknown',
});

/** Tool names as every provider takes them. */
const TOOL_NAME = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * Makes stored messages fit for any provider, and is the only place that does. It guarantees: every tool call is answered exactly
 * once and right behind it, no result without a call, ids unique, no blank message without tool calls, arguments that are JSON objects, no
 * NUL and no lone surrogate. It is a pure function of what was stored before each message, so the result for n messages is a prefix of
 * the result for more, and it can be continued: feed it whole steps (an assistant message together with all its results).
 */
export class ProviderHistory {
  private readonly out: ModelMessage[] = [];
  private readonly usedIds = new Set<string>();

  /** The messages so far. The array grows with `add`; copy it to keep it. */
  get messages(): readonly ModelMessage[] {
    return this.out;
  }

  /** Continues with stored messages. `annotationOf` gives what is kept beside message `index` of `stored`. */
  add(stored: readonly ModelMessage[], annotationOf: (index: number) => MessageAnnotation | undefined = () => undefined): void {
    for (let index = 0; index < stored.length; index += 1) {
      const message = stored[index] as ModelMessage;
      if (message.role === 'assistant') this.addAssistant(message, followingResults(stored, index));
      else if (message.role === 'user') this.addText('user', withContext(textOf(message.content), annotationOf(index)));
      else if (message.role === 'system') this.addText('system', textOf(message.content));
    }
  }

  private addText(role: 'user' | 'system', text: string): void {
    const content = toWellFormedText(text);
    if (content.trim() !== '') this.out.push({ role, content });
  }

  private addAssistant(message: AssistantMessage, results: readonly ToolMessage[]): void {
    const content = toWellFormedText(textOf(message.content));
    const calls = Array.isArray(message.tool_calls) ? message.tool_calls.filter(isCall) : [];
    if (calls.length === 0) {
      if (content.trim() !== '') this.out.push({ role: 'assistant', content });
      return;
    }
    const waiting = [...results];
    const answers: ToolMessage[] = [];
    const sent = calls.map((call): ModelToolCall => {
      const id = this.uniqueId(call.id);
      const at = waiting.findIndex((result) => result.tool_call_id === call.id);
      const result = at === -1 ? INTERRUPTED_RESULT : textOf(waiting.splice(at, 1)[0]?.content);
      answers.push({ role: 'tool', tool_call_id: id, content: toolText(result) });
      return { id, type: 'function', function: { name: toolName(call.function.name), arguments: objectText(call.function.arguments) } };
    });
    this.out.push({ role: 'assistant', content: content.trim() === '' ? null : content, tool_calls: sent }, ...answers);
  }

  private uniqueId(id: unknown): string {
    const base = typeof id === 'string' && id.trim() !== '' ? toWellFormedText(id) : 'call';
    let unique = base;
    for (let suffix = 2; this.usedIds.has(unique); suffix += 1) unique = `${base}-${suffix}`;
    this.usedIds.add(unique);
    return unique;
  }
}

/** Messages that are sent and not stored, such as notes to the model, made fit for any provider. */
export function fitForProvider(messages: readonly ModelMessage[]): readonly ModelMessage[] {
  const history = new ProviderHistory();
  history.add(messages);
  return history.messages;
}

/** The tool messages between an assistant message and the next one. */
function followingResults(stored: readonly ModelMessage[], index: number): ToolMessage[] {
  const results: ToolMessage[] = [];
  for (let at = index + 1; at < stored.length; at += 1) {
    const message = stored[at] as ModelMessage;
    if (message.role === 'assistant') break;
    if (message.role === 'tool') results.push(message);
  }
  return results;
}

function withContext(text: string, annotation: MessageAnnotation | undefined): string {
  return annotation?.context === undefined ? text : `${text}\n\n${annotation.context}`;
}

function toolText(text: string): string {
  const content = toWellFormedText(text);
  return content.trim() === '' ? NO_OUTPUT : content;
}

function toolName(name: unknown): string {
  if (typeof name === 'string' && TOOL_NAME.test(name)) return name;
  const cleaned = String(name ?? '').replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 64);
  return cleaned === '' ? 'unknown' : cleaned;
}

/** JSON text of an object; `{}` for anything else, which the model has already been told of in the call's result. */
function objectText(text: unknown): string {
  if (typeof text !== 'string') return '{}';
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return '{}';
    // Escapes such as \ud800 or \u0000 stand for characters that providers refuse: written anew without them.
    const clean = toWellFormedText(text);
    return /\\u(0000|[dD][89a-fA-F])/.test(clean) ? JSON.stringify(mapStrings(value)) : clean;
  } catch {
    return '{}';
  }
}

function mapStrings(value: unknown): unknown {
  if (typeof value === 'string') return toWellFormedText(value);
  if (Array.isArray(value)) return value.map(mapStrings);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [toWellFormedText(key), mapStrings(item)]));
}

/** Content as text: files written by other programs may hold parts or nothing. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((part: unknown) => (isRecord(part) && typeof part.text === 'string' ? part.text : '')).join('');
}

function isCall(call: unknown): call is ModelToolCall {
  return isRecord(call) && isRecord(call.function);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
