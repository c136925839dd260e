import { fetchActiveRuns, fetchTranscript } from '../api/jarvis-client.js';
import { RequestFailedError } from '../api/problem.js';
import type { TurnFrame } from '../api/turn-frame.js';
import type { Turn } from './conversation.js';
import { turnsOfTranscript } from './transcript-turns.js';
import { watchTurn } from './watch-turn.js';

/** A session as the server has it. */
export interface SessionState {
  sessionId: string;
  /** The last one is `working` where it has no answer. */
  turns: Turn[];
  /** The run that is at work on it. */
  runId: string | undefined;
}

/**
 * Reads a session. Asks for the runs first: a run that ends in between has then left its answer in what is read after.
 * Throws RequestFailedError where there is no such session, or it may not be read.
 */
export async function readSession(sessionId: string): Promise<SessionState> {
  const runs = await fetchActiveRuns();
  const runId = runs.find((run) => run.sessionId === sessionId)?.runId;
  try {
    const { messages } = await fetchTranscript(sessionId);
    return { sessionId, turns: turnsOfTranscript(messages), runId };
  } catch (error) {
    // A session begins with what its first run stores.
    if (runId !== undefined && error instanceof RequestFailedError && error.httpStatus === 404) return { sessionId, turns: [], runId };
    throw error;
  }
}

/** Resolves when a run has done more than begin, or is gone. Rejects with the reason of `signal`. */
export async function somethingHappens(runId: string, signal: AbortSignal): Promise<void> {
  const until = new AbortController();
  const onFrame = (frame: TurnFrame) => {
    if (frame.type !== 'run-start') until.abort();
  };
  await watchTurn({ runId }, { onFrame, onConnection: () => undefined }, AbortSignal.any([signal, until.signal])).catch(() => undefined);
  signal.throwIfAborted();
}
