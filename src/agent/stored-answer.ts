import type { ModelMessage } from '../model/model-message.js';
import type { LoggedToolCall, OpenSession } from '../sessions/session.js';
import type { TurnAnswer } from './agent-event.js';
import { INTERRUPTED_CONTRACT } from './interrupted-answer.js';
import { HEARTBEAT_OK, isSilent, NO_REPLY, readAnswer, type AnswerFormat } from './loop/answer-format.js';

/** As a stored answer is read, whatever its run was. */
const STORED: AnswerFormat = { isPlain: false, silentTokens: [NO_REPLY, HEARTBEAT_OK] };

/** Index of the message that a request with this Idempotency-Key stored, or -1. */
export function indexOfKey(session: OpenSession, key: string): number {
  const entry = Object.entries(session.metadata.annotations ?? {}).find(([, annotation]) => annotation.idempotencyKey === key);
  return entry === undefined ? -1 : Number(entry[0]);
}

/**
 * The answer that a request with this Idempotency-Key already has in the session: the process died after it was stored and before it was
 * given. Undefined where there is none.
 */
export function storedAnswer(session: OpenSession, key: string, runId: string): TurnAnswer | undefined {
  const begin = indexOfKey(session, key);
  const answer = begin === -1 ? undefined : answerOf(session, begin);
  return answer && { sessionId: session.id, runId, ...answer, perplexity: 0, tokensPerSecond: 0 };
}

/** The answer to the message at `begin`, as it can be read from the session; undefined where there is none. */
export function answerOf(session: OpenSession, begin: number): Omit<TurnAnswer, 'sessionId' | 'runId' | 'perplexity' | 'tokensPerSecond'> | undefined {
  const turn = turnFrom(session, begin);
  const last = turn.at(-1);
  if (last?.role !== 'assistant' || last.tool_calls !== undefined || last.content === null || last.content === INTERRUPTED_CONTRACT) return undefined;
  const parsed = readAnswer(last.content, 'stop', STORED);
  if (!parsed.ok) return undefined;
  const toolCalls = callsOf(turn);
  const status = toolCalls.some((call) => call.status === 'error') ? 'tool_failed' : 'ok';
  const { response, logSummary } = parsed.answer;
  const { sources, citations } = session.metadata.annotations?.[String(begin + turn.length - 1)] ?? {};
  const isSaid = !isSilent(response, STORED);
  const beside = { ...(sources === undefined ? {} : { sources }), ...(citations === undefined ? {} : { citations }) };
  return { response, logSummary, toolCalls, status, ...beside, ...(isSaid ? {} : { silent: true }) };
}

/** The messages from one of a person's to before the next. */
function turnFrom({ messages, metadata }: OpenSession, begin: number): readonly ModelMessage[] {
  const isPersons = (message: ModelMessage, index: number): boolean =>
    index > begin && message.role === 'user' && metadata.annotations?.[String(index)]?.kind === undefined;
  const end = messages.findIndex(isPersons);
  return messages.slice(begin, end === -1 ? undefined : end);
}

function callsOf(turn: readonly ModelMessage[]): LoggedToolCall[] {
  const results = new Map(turn.flatMap((message) => (message.role === 'tool' ? [[message.tool_call_id, message.content] as const] : [])));
  return turn.flatMap((message) =>
    (message.role === 'assistant' ? (message.tool_calls ?? []) : []).map((call): LoggedToolCall => {
      const result = results.get(call.id) ?? '';
      return { name: call.function.name, args: objectOf(call.function.arguments), status: statusOf(result), result };
    }),
  );
}

function statusOf(result: string): 'ok' | 'error' {
  return objectOf(result).status === 'error' ? 'error' : 'ok';
}

function objectOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
