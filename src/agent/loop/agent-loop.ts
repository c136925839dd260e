import type { ModelUsage } from '../../model/chat-model.js';
import { ModelError } from '../../model/model-error.js';
import type { ModelMessage, ModelToolDefinition } from '../../model/model-message.js';
import type { AnswerSource } from '../../prompt/answer-reviewer.js';
import type { LoggedToolCall } from '../../sessions/session.js';
import type { AgentEvent } from '../agent-event.js';
import { MAX_OVERFLOW_REQUESTS } from '../limits.js';
import { AnswerPace } from './answer-pace.js';
import { AnswerTextReader, readAnswer, type AnswerFormat } from './answer-format.js';
import type { FinalAnswer, ParsedAnswer } from './final-answer.js';
import {
  modelStep,
  NoModelAnswerError,
  type ModelAnswer,
  type ModelFailure,
  type ModelStepEvent,
  type ModelStepPorts,
} from './model-step.js';
import { formatNote, REPETITION_NOTE, WRAP_UP_NOTE } from './notes.js';
import type { RunTranscript } from './run-transcript.js';
import type { StopCondition } from './stop-condition.js';
import { toolCallMessage, toolStep, type CallTool } from './tool-step.js';

/** What one run of the loop needs from outside. */
export interface RunPorts extends Omit<ModelStepPorts, 'note'> {
  transcript: RunTranscript;
  tools: readonly ModelToolDefinition[];
  callTool: CallTool;
  maxIterations: number;
  formatRetries: number;
  format: AnswerFormat;
  stopWhen: StopCondition;
}

/** What is known of a run, however it ended. */
export interface RunRecord {
  /** Model steps, without the wrap-up, re-asks and waits. */
  iterations: number;
  /** The model that answered last; the selected one where none did. */
  model: string;
  toolCalls: LoggedToolCall[];
  usage: ModelUsage;
  notes: string[];
  /** The text of the `response` field that was given out as text-delta and not taken back. */
  shownText: string;
  /** How the last answer came. */
  pace: AnswerPace;
  /** The answer took the place of a first one, after a review. */
  isAugmented: boolean;
}

/** How a run ended. `wrappedUp` says that the iteration limit was reached: only then is a checkpoint a handoff. */
export type RunOutcome =
  | { kind: 'answered'; answer: FinalAnswer; rawText: string; wrappedUp: boolean; sources?: readonly AnswerSource[] }
  | { kind: 'repeating'; answer: FinalAnswer; rawText: string; reason: string }
  | { kind: 'format_error'; rawText: string; problem: string }
  | { kind: 'model_error'; failures: readonly ModelFailure[] }
  | { kind: 'aborted' };

/** A record with nothing in it yet. */
export function emptyRecord(model: string): RunRecord {
  return {
    iterations: 0,
    model,
    toolCalls: [],
    usage: { promptTokens: 0, completionTokens: 0, cachedTokens: 0 },
    notes: [],
    shownText: '',
    pace: new AnswerPace(),
    isAugmented: false,
  };
}

/**
 * One run: asks the model, runs the tools that it calls, and asks again, until it answers without tool calls or the iteration limit is
 * reached; then one wrap-up request without tools. Fills `record` as it goes, so that it is right also when the run is cut.
 * Throws only StorageError (what was said could not be stored).
 */
export async function* agentLoop(ports: RunPorts, record: RunRecord): AsyncGenerator<AgentEvent, RunOutcome> {
  try {
    for (let formatRetries = ports.formatRetries, notes: ModelMessage[] = []; ; ) {
      if (record.iterations >= ports.maxIterations && notes.length === 0) return yield* wrapUp(ports, record, WRAP_UP_NOTE);
      const answer = yield* ask(ports, record, ports.tools, notes);
      if (answer.toolCalls.length > 0) {
        record.iterations += 1;
        notes = [];
        yield* runTools(answer, ports, record);
        const reason = ports.stopWhen(record.toolCalls);
        if (reason !== undefined) return yield* endRepetition(ports, record, reason);
        continue;
      }
      if (notes.length === 0) record.iterations += 1;
      const parsed = readAnswer(answer.text, answer.finishReason, ports.format);
      if (parsed.ok) return accept(parsed, answer, record, false);
      if (formatRetries === 0) return { kind: 'format_error', rawText: answer.text, problem: parsed.problem };
      formatRetries -= 1;
      record.notes.push(`the answer was not the JSON contract (${parsed.problem}); asked again`);
      notes = reask(answer.text, parsed.problem);
    }
  } catch (error) {
    return outcomeOfError(error, ports.signal);
  }
}

/** How a run ended that threw. Throws what is neither an abort nor the model's failure. */
export function outcomeOfError(error: unknown, signal: AbortSignal): RunOutcome {
  if (signal.aborted) return { kind: 'aborted' };
  if (error instanceof NoModelAnswerError) return { kind: 'model_error', failures: error.failures };
  throw error;
}

async function* runTools(answer: ModelAnswer, ports: RunPorts, record: RunRecord): AsyncGenerator<AgentEvent, void> {
  const append = (messages: readonly ModelMessage[]): Promise<void> => ports.transcript.append(messages);
  await append([toolCallMessage(answer.text, answer.toolCalls)]);
  const calls = yield* toolStep(answer.toolCalls, { callTool: ports.callTool, append, signal: ports.signal });
  record.toolCalls.push(...calls);
  ports.signal.throwIfAborted();
}

/** The request after the last iteration: no tools, an unstored note, and not an iteration itself. */
function wrapUp(ports: RunPorts, record: RunRecord, note: string): AsyncGenerator<AgentEvent, RunOutcome> {
  return answerWithoutTools(ports, record, { notes: [{ role: 'user', content: note }], shows: false, wrappedUp: true });
}

/**
 * One request without tools, made again while the answer is not the contract and retries are left; not an iteration. `shows` says whether
 * the text is given out as it comes. Throws NoModelAnswerError, the signal's reason and StorageError.
 */
export async function* answerWithoutTools(
  ports: RunPorts,
  record: RunRecord,
  { notes, shows, wrappedUp }: { notes: readonly ModelMessage[]; shows: boolean; wrappedUp: boolean },
): AsyncGenerator<AgentEvent, RunOutcome> {
  for (let retries = ports.formatRetries, said = notes; ; retries -= 1) {
    const answer = yield* ask(ports, record, [], said, shows);
    const parsed = readAnswer(answer.text, answer.finishReason, ports.format);
    if (parsed.ok) return accept(parsed, answer, record, wrappedUp);
    if (retries === 0) return { kind: 'format_error', rawText: answer.text, problem: parsed.problem };
    record.notes.push(`the ${wrappedUp ? 'wrap-up' : 'answer'} was not the JSON contract (${parsed.problem}); asked again`);
    said = [...said, ...reask(answer.text, parsed.problem)];
  }
}

async function* endRepetition(ports: RunPorts, record: RunRecord, reason: string): AsyncGenerator<AgentEvent, RunOutcome> {
  record.notes.push(`ended early: ${reason}`);
  yield { type: 'notice', text: `Ended early: ${reason}.` };
  const outcome = yield* wrapUp(ports, record, REPETITION_NOTE);
  return outcome.kind === 'answered' ? { kind: 'repeating', answer: outcome.answer, rawText: outcome.rawText, reason } : outcome;
}

function accept(parsed: ParsedAnswer & { ok: true }, answer: ModelAnswer, record: RunRecord, wrappedUp: boolean): RunOutcome {
  if (parsed.repair !== undefined) record.notes.push(parsed.repair);
  return { kind: 'answered', answer: parsed.answer, rawText: answer.text, wrappedUp };
}

function reask(text: string, problem: string): ModelMessage[] {
  const said: ModelMessage[] = text.trim() === '' ? [] : [{ role: 'assistant', content: text }];
  return [...said, { role: 'user', content: formatNote(problem) }];
}

/**
 * One model step; shortens the history and asks again while the provider says that it does not fit. `shows` says whether the text is
 * given out as it comes: that of a wrap-up is not, since another run may follow it.
 */
async function* ask(
  ports: RunPorts,
  record: RunRecord,
  tools: readonly ModelToolDefinition[],
  notes: readonly ModelMessage[],
  shows = true,
): AsyncGenerator<AgentEvent, ModelAnswer> {
  for (let attempt = 1; ; attempt += 1) {
    ports.signal.throwIfAborted();
    yield* takeBack(record);
    try {
      const steps = modelStep(
        { messages: ports.transcript.messages(notes), tools, logprobs: true },
        { ...ports, note: (text) => record.notes.push(text) },
      );
      record.pace = new AnswerPace();
      const answer = yield* render(steps, ports, record, shows);
      record.model = answer.model;
      return answer;
    } catch (error) {
      if (!(error instanceof ModelError) || error.kind !== 'overflow') throw error;
      const shortened = attempt < MAX_OVERFLOW_REQUESTS - 1 ? await ports.transcript.shorten(attempt) : undefined;
      if (shortened === undefined) throw new NoModelAnswerError([overflowFailure(error)]);
      record.notes.push(`the history did not fit the model; ${shortened}`);
    }
  }
}

function overflowFailure(error: ModelError): ModelFailure {
  return { model: error.detail.model, kind: error.kind, message: error.message };
}

/** Turns what a model step yields into the agent's events. */
async function* render(
  steps: AsyncGenerator<ModelStepEvent, ModelAnswer>,
  ports: RunPorts,
  record: RunRecord,
  shows: boolean,
): AsyncGenerator<AgentEvent, ModelAnswer> {
  for (let reader = new AnswerTextReader(ports.format); ; ) {
    const step = await steps.next();
    if (step.done) return step.value;
    const event = step.value;
    if (event.type === 'restart') {
      yield* takeBack(record);
      reader = new AnswerTextReader(ports.format);
      record.pace = new AnswerPace();
    } else if (event.type === 'text-delta') {
      const text = reader.push(event.text);
      record.pace.text(ports.clock.now(), text === '' ? [] : (event.logprobs ?? []));
      if (text === '' || !shows) continue;
      record.shownText += text;
      yield { type: 'text-delta', text };
    } else if (event.type === 'reasoning-delta') yield { type: 'reasoning-delta', text: event.text };
    else if (event.type === 'usage') {
      record.usage.promptTokens += event.usage.promptTokens;
      record.usage.completionTokens += event.usage.completionTokens;
      record.usage.cachedTokens += event.usage.cachedTokens;
      record.pace.usage(event.usage.completionTokens);
      yield { type: 'usage', ...event.usage, model: record.model };
    }
  }
}

/** Takes back the text of an answer that is asked for anew. */
export function* takeBack(record: RunRecord): Generator<AgentEvent, void> {
  if (record.shownText === '') return;
  record.shownText = '';
  yield { type: 'text-reset' };
}

/**
 * Brings what was given out as text in line with the answer that stands: the rest of it where it was streamed so far, the whole of it
 * where it was not, nothing where there is no answer.
 */
export function* settleText(record: RunRecord, response: string | undefined): Generator<AgentEvent, void> {
  if (response === undefined || !response.startsWith(record.shownText)) yield* takeBack(record);
  const rest = response?.slice(record.shownText.length) ?? '';
  record.shownText += rest;
  if (rest !== '') yield { type: 'text-delta', text: rest, ...(record.isAugmented ? { augmented: true } : {}) };
}
