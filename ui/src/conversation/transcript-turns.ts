import { isFields, parseFields, textOf, type Fields } from '../api/fields.js';
import type { StoredMessage } from '../api/sessions.js';
import { newTurn, type Step, type ToolStep, type Turn } from './conversation.js';

/** What a stored final message says. */
interface StoredAnswer {
  response: string;
  checkpoint: Fields | undefined;
}

/** The string of a `response` field within text that is not quite JSON. */
const RESPONSE_FIELD = /"response"\s*:\s*("(?:[^"\\]|\\.)*")/s;

/**
 * A stored session as turns. The last one is still `working` where it has no answer: it runs, or was cut. The server's
 * own words after a handoff are shown as a checkpoint of the turn that goes on, and nothing else of the JSON contract but the response.
 */
export function turnsOfTranscript(messages: readonly StoredMessage[]): Turn[] {
  const turns: Turn[] = [];
  let wrapUp: StoredAnswer | undefined;
  for (const message of messages) {
    if (message.role === 'user' && !message.isResume) turns.push(newTurn(message.content, message.at));
    const turn = turns.at(-1);
    if (turn === undefined) continue;
    if (message.isResume) turns[turns.length - 1] = resumed(turn, wrapUp);
    else if (message.role === 'tool') turns[turns.length - 1] = { ...turn, steps: withResult(turn.steps, message) };
    else if (message.role === 'assistant' && message.toolCalls.length > 0) {
      turns[turns.length - 1] = { ...turn, steps: [...turn.steps, ...message.toolCalls.map((call) => stepOf(call, message.at))] };
    } else if (message.role === 'assistant') {
      wrapUp = readAnswer(message.content);
      turns[turns.length - 1] = answered(turn, wrapUp.response, message);
    }
  }
  return turns;
}

/** The turn where nobody works at it any more: without an answer it was cut, and so was what it was at. */
export function settled(turn: Turn): Turn {
  if (turn.outcome.kind !== 'working') return turn;
  const steps = turn.steps.map((step): Step => (step.kind === 'tool' && step.status === 'running' ? { ...step, status: 'error' } : step));
  return { ...turn, steps, outcome: { kind: 'answered', status: 'interrupted', durationMs: undefined } };
}

function answered(turn: Turn, answer: string, { at, sources, citations }: StoredMessage): Turn {
  const hasFailed = turn.steps.some((step) => step.kind === 'tool' && step.status === 'error');
  const durationMs = at === undefined || turn.startedAt === undefined ? undefined : at - turn.startedAt;
  const steps: readonly Step[] = sources === undefined ? turn.steps : [...turn.steps, { kind: 'search', count: sources.length }];
  return { ...turn, steps, answer, sources: sources ?? [], citations, outcome: { kind: 'answered', status: hasFailed ? 'tool_failed' : 'ok', durationMs } };
}

/** What looked like the answer was the end of a run that another one follows. */
function resumed(turn: Turn, wrapUp: StoredAnswer | undefined): Turn {
  const step: Step = { kind: 'checkpoint', progress: textOf(wrapUp?.checkpoint?.progress), remaining: textOf(wrapUp?.checkpoint?.remaining) };
  const { id, text, startedAt, steps } = turn;
  return { ...newTurn(text, startedAt, id), steps: [...steps, step] };
}

function stepOf({ id, name, args }: StoredMessage['toolCalls'][number], at: number | undefined): ToolStep {
  return { kind: 'tool', callId: id, name, args, status: 'running', startedAt: at ?? 0, output: '', result: undefined };
}

/** A tool's result belongs to the first open call of its id. */
function withResult(steps: readonly Step[], { toolCallId, content }: StoredMessage): Step[] {
  const index = steps.findIndex((step) => step.kind === 'tool' && step.status === 'running' && step.callId === toolCallId);
  const status = parseFields(content)?.status === 'error' ? 'error' : 'ok';
  return steps.map((step, at) => (at === index && step.kind === 'tool' ? { ...step, status, result: content } : step));
}

/** Reads a final message: the JSON contract, also in a code fence or with slips; text that is none of it is the answer itself. */
function readAnswer(content: string): StoredAnswer {
  const object = parseFields(content) ?? parseFields(content.slice(content.indexOf('{'), content.lastIndexOf('}') + 1));
  if (object !== undefined && typeof object.response === 'string') {
    const { response, checkpoint } = object;
    return { response, checkpoint: isFields(checkpoint) ? checkpoint : undefined };
  }
  const quoted = RESPONSE_FIELD.exec(content)?.[1];
  const response = quoted === undefined ? undefined : parseFields(`{"response":${quoted.replaceAll('\r', '').replaceAll('\n', '\\n').replaceAll('\t', '\\t')}}`)?.response;
  return { response: typeof response === 'string' ? response : content, checkpoint: undefined };
}
