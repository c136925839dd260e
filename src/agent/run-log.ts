import type { AnswerSource } from '../prompt/answer-reviewer.js';
import type { DamageReport, RunLogEntry, RunStatus } from '../sessions/session.js';
import type { RunOutcome, RunRecord } from './loop/agent-loop.js';

/** What a run is called in the log before it has a text of its own. */
const SUMMARIES: Record<'model_error' | 'format_error' | 'aborted', string> = {
  model_error: 'The model could not be asked.',
  format_error: 'The final answer of the model was not the JSON contract.',
  aborted: 'The run was aborted.',
};

/** How a run ended, for people: the text of the answer and of the log line. */
export interface RunEnding {
  status: RunStatus;
  response: string;
  logSummary: string;
  /** What is stored as the assistant's final message; the model's own text where it is the contract. */
  stored: string;
  /** Present where the answer rests on a search. */
  sources?: readonly AnswerSource[];
  errorDetail?: unknown;
}

/** Turns the outcome of a run into its status and texts (docs/agent.md, "Logging" and "Error Handling and Retries"). */
export function runEnding(outcome: RunOutcome, record: RunRecord): RunEnding {
  switch (outcome.kind) {
    case 'answered': {
      const failed = record.toolCalls.some((call) => call.status === 'error');
      return answered(outcome, failed ? 'tool_failed' : 'ok');
    }
    case 'repeating':
      return answered(outcome, 'intervention_required');
    case 'format_error':
      return failed('format_error', `The model's answer was not in the agreed format (${outcome.problem}).`, {
        problem: outcome.problem,
        rawResponse: outcome.rawText,
      });
    case 'model_error': {
      const said = outcome.failures.map((failure) => `${failure.model}: ${failure.message}`).join(' | ');
      return failed('model_error', `No model answered. ${said}`, { failures: outcome.failures });
    }
    case 'aborted': {
      const response = record.shownText === '' ? 'The run was aborted before there was an answer.' : record.shownText;
      return { status: 'aborted', response, logSummary: SUMMARIES.aborted, stored: contract(response, SUMMARIES.aborted) };
    }
  }
}

function answered(outcome: RunOutcome & { kind: 'answered' | 'repeating' }, status: RunStatus): RunEnding {
  const { response, logSummary } = outcome.answer;
  const sources = outcome.kind === 'answered' && outcome.sources !== undefined ? { sources: outcome.sources } : {};
  return { status, response, logSummary, stored: outcome.rawText, ...sources };
}

function failed(status: 'model_error' | 'format_error', response: string, errorDetail: unknown): RunEnding {
  return { status, response, logSummary: SUMMARIES[status], stored: contract(response, SUMMARIES[status]), errorDetail };
}

/** The text of an answer in the contract's form, for what the server itself has to say. */
export function contract(response: string, logSummary: string): string {
  return JSON.stringify({ response, logSummary });
}

/** What a log line says of damage that was found in the session's files. */
export function damageNotes(damage: readonly DamageReport[]): string[] {
  return damage.map(({ problem, keptAs }) => `${problem} (the damaged file was kept as ${keptAs})`);
}

/** What a log line says of a run, in the seed's order of fields. */
export function logEntry(
  run: { ts: string; sessionId: string; runId: string; userInput: string },
  record: RunRecord,
  ending: Omit<RunEnding, 'stored'>,
): RunLogEntry {
  return {
    ts: run.ts,
    sessionId: run.sessionId,
    iteration: record.iterations,
    model: record.model,
    userInput: run.userInput,
    toolCalls: record.toolCalls,
    response: ending.response,
    logSummary: ending.logSummary,
    status: ending.status,
    runId: run.runId,
    ...(ending.errorDetail === undefined ? {} : { errorDetail: ending.errorDetail }),
    ...(record.notes.length === 0 ? {} : { notes: record.notes }),
  };
}
