import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurnOfEventLoop } from 'node:timers/promises';
import { toWellFormedText } from '../common/text.js';
import { ChatModel, type ModelDelta, type ModelDescription, type ModelRequest } from './chat-model.js';
import type { ModelMessage } from './model-message.js';
import { finalAnswer, summary, wrapUpAnswer, type OfflineAnswer, type Step } from './offline/offline-answer.js';
import { isDoneByServer, planOf, withoutContext, type PlannedCall } from './offline/plain-request.js';
import { reportOn } from './offline/tool-report.js';

/** The name under which it answers. */
export const OFFLINE_MODEL_ID = 'offline';

/** Code points of one text delta: a few words, as a real model streams them. */
const PIECE_LENGTH = 24;

/**
 * A rule-based stand-in for a language model, and it says so: it turns plain requests ("list /etc", "run `uname -a`") into
 * real tool calls, reads their results and answers in the JSON contract. It needs no key and no network, so that the
 * demo, the page's tests and the benchmarks run anywhere. It looks at the last request and what followed it, nothing else.
 */
export class OfflineModel extends ChatModel {
  override async *stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelDelta> {
    signal.throwIfAborted();
    const turn = turnOf(request.messages);
    const next = turn.note === undefined ? turn.rest[0] : undefined;
    if (next !== undefined && !turn.failed && offers(request, next)) {
      yield { type: 'tool-call', id: `call_${randomUUID()}`, name: next.tool, arguments: JSON.stringify(next.args) };
      yield { type: 'finish', reason: 'tool_calls', model: OFFLINE_MODEL_ID };
      return;
    }
    const text = answerTo(turn, request);
    const points = Array.from(toWellFormedText(text));
    for (let at = 0; at < points.length; at += PIECE_LENGTH) {
      await nextTurnOfEventLoop();
      signal.throwIfAborted();
      yield { type: 'text-delta', text: points.slice(at, at + PIECE_LENGTH).join('') };
    }
    yield { type: 'finish', reason: 'stop', model: OFFLINE_MODEL_ID };
  }

  /** It has no context window: undefined. */
  override async describe(): Promise<ModelDescription | undefined> {
    return undefined;
  }
}

/** What was asked last, and how far it has come. */
interface Turn {
  understood: boolean;
  steps: readonly Step[];
  /** Calls that are still to be made. */
  rest: readonly PlannedCall[];
  failed: boolean;
  /** The server's own note at the end of the request, which asks for an answer now. */
  note?: string;
  /** What people said, oldest first. */
  requests: readonly string[];
  doneByServer: boolean;
}

function turnOf(messages: readonly ModelMessage[]): Turn {
  const requests = messages.filter((message) => message.role === 'user' && !isNote(message));
  const last = messages.at(-1);
  const after = messages.slice(messages.lastIndexOf(requests.at(-1) as ModelMessage) + 1);
  const plan = planOf(requests.at(-1)?.content ?? '');
  const results = after.filter((message) => message.role === 'tool').map((message) => message.content);
  const steps = (plan ?? []).slice(0, results.length).map((call, index) => ({ call, report: reportOn(call, results[index] ?? '') }));
  return {
    understood: plan !== undefined,
    steps,
    rest: (plan ?? []).slice(steps.length),
    failed: steps.some((step) => step.report.failed),
    doneByServer: isDoneByServer(requests.at(-1)?.content ?? ''),
    requests: requests.map((message) => withoutContext(message.content ?? '')),
    ...(last !== undefined && isNote(last) ? { note: last.content ?? '' } : {}),
  };
}

/** The server speaks in brackets at the end of a request (wrap-up, repetition, format); people do not. */
function isNote(message: ModelMessage): boolean {
  return (message.role === 'user' || message.role === 'system') && /^\[System:[\s\S]*\]$/.test(message.content.trim());
}

function offers(request: ModelRequest, call: PlannedCall): boolean {
  return request.tools.some((tool) => tool.function.name === call.tool);
}

function answerTo(turn: Turn, request: ModelRequest): string {
  if (turn.note !== undefined && /\bsummari[sz]e the conversation\b/i.test(turn.note)) return summary(turn.requests);
  const missing = turn.failed || turn.note !== undefined ? undefined : turn.rest[0];
  const { understood, doneByServer, steps, rest } = turn;
  const answer: OfflineAnswer = { request: turn.requests.at(-1) ?? '', doneByServer, understood, steps, rest, ...(missing === undefined ? {} : { missingTool: missing.tool }) };
  const wrapsUp = turn.note !== undefined && /\bcheckpoint\b/i.test(turn.note) && turn.rest.length > 0 && !turn.failed;
  return JSON.stringify(wrapsUp ? wrapUpAnswer(answer) : finalAnswer(answer, request.tools.map((tool) => tool.function.name)));
}
