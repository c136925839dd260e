import { toWellFormedText } from '../../common/text.js';
import type { ModelMessage } from '../../model/model-message.js';
import type { Evidence, GivenAnswer, Research, ResearchEvent } from '../../prompt/answer-reviewer.js';
import type { AgentEvent } from '../agent-event.js';
import { fitForProvider } from '../history/provider-history.js';
import { answerWithoutTools, emptyRecord, outcomeOfError, takeBack, type RunOutcome, type RunPorts, type RunRecord } from './agent-loop.js';
import type { RunTranscript } from './run-transcript.js';

/** Looks for evidence before the model is asked: a text is said in place of an answer of the model. */
export type Inquiry = (signal: AbortSignal) => AsyncGenerator<ResearchEvent, Evidence | string, void>;

/** A run that begins with looking for evidence and is one request of the model, or none. Throws as `agentLoop` does. */
export async function* inquiryRun(inquire: Inquiry, ports: RunPorts, record: RunRecord): AsyncGenerator<AgentEvent, RunOutcome> {
  try {
    const found = yield* inquire(ports.signal);
    ports.signal.throwIfAborted();
    if (typeof found !== 'string') return yield* answerWithEvidence(found, ports, record, true);
    const answer = { response: found, logSummary: found };
    return { kind: 'answered', answer, rawText: JSON.stringify(answer), wrappedUp: false };
  } catch (error) {
    return outcomeOfError(error, ports.signal);
  }
}

/**
 * Has an answer reviewed. Where evidence is found the model is asked once more, and what it says then takes the place of the answer;
 * where it says nothing, the answer stands. The first answer is shown until the second is there. Throws as `agentLoop` does.
 */
export async function* reviewedOutcome(
  first: RunOutcome,
  review: (answer: Pick<GivenAnswer, 'response' | 'perplexity' | 'calledTools' | 'signal'>) => Research,
  ports: RunPorts,
  record: RunRecord,
): AsyncGenerator<AgentEvent, RunOutcome> {
  if (first.kind !== 'answered' || first.wrappedUp) return first;
  const evidence = yield* review({
    response: first.answer.response,
    perplexity: record.pace.perplexity,
    calledTools: record.toolCalls.map((call) => call.name),
    signal: ports.signal,
  });
  if (ports.signal.aborted) return { kind: 'aborted' };
  if (evidence === undefined) return first;
  // Not shown and not measured as it comes: what was shown and how sure the model was belong to the first answer.
  const again: RunRecord = { ...emptyRecord(record.model), usage: record.usage, notes: record.notes };
  const second = yield* answerWithEvidence(evidence, ports, again, false);
  if (second.kind === 'aborted') return second;
  yield* takeBack(record);
  if (second.kind !== 'answered' || second.answer.response.trim() === '') {
    record.notes.push('the answer was reviewed, but the model gave no other one; it stands');
    return first;
  }
  record.notes.push(`the answer was reviewed (perplexity ${record.pace.perplexity.toFixed(2)}) and given anew with evidence`);
  record.model = again.model;
  record.isAugmented = true;
  return second;
}

/** One answer with evidence beside the question. Without tools: what stands in a page must not be able to call any. */
async function* answerWithEvidence(evidence: Evidence, ports: RunPorts, record: RunRecord, shows: boolean): AsyncGenerator<AgentEvent, RunOutcome> {
  try {
    const transcript = withContext(ports.transcript, evidence.context);
    const outcome = yield* answerWithoutTools({ ...ports, transcript }, record, { notes: [], shows, wrappedUp: false });
    if (outcome.kind !== 'answered') return outcome;
    const { response, logSummary } = outcome.answer;
    const finished = { response: evidence.finish?.(response) ?? response, logSummary };
    const rawText = finished.response === response ? outcome.rawText : JSON.stringify(finished);
    return { ...outcome, answer: finished, rawText, sources: evidence.sources };
  } catch (error) {
    return outcomeOfError(error, ports.signal);
  }
}

/** The transcript with a text behind the question; in a message of its own where tool results follow it. */
function withContext(transcript: RunTranscript, context: string): RunTranscript {
  return {
    messages: (notes = []) => [...appended(transcript.messages(), toWellFormedText(context)), ...fitForProvider(notes)],
    append: (messages) => transcript.append(messages),
    shorten: (attempt) => transcript.shorten(attempt),
  };
}

function appended(messages: readonly ModelMessage[], context: string): readonly ModelMessage[] {
  const last = messages.at(-1);
  if (last?.role !== 'user') return [...messages, { role: 'user', content: context }];
  return [...messages.slice(0, -1), { role: 'user', content: `${last.content}\n\n${context}` }];
}
