import { RequestFailedError } from '../api/problem.js';
import { readEventStream } from '../api/event-stream.js';
import { openRun, openTurn, type OutgoingMessage } from '../api/jarvis-client.js';
import { isTerminal, readTurnFrame, type TurnFrame } from '../api/turn-frame.js';
import { RECONNECT_DELAYS_MS, STREAM_SILENCE_MS } from '../limits.js';

/** What is watched: the turn of a message that is sent now, or a run that is there. */
export type WatchedTurn = { message: OutgoingMessage } | { runId: string };

export interface TurnWatcher {
  /** Hears of every frame once, in order. */
  onFrame: (frame: TurnFrame) => void;
  /** Hears when the connection is lost, and when something comes again. */
  onConnection: (isConnected: boolean) => void;
}

/** The run that was watched is not known to the server any more, or parts of it are not: the session has what came of it. */
export class RunGoneError extends Error {
  constructor() {
    super('The run is gone; what came of it is in its session.');
    this.name = 'RunGoneError';
  }
}

/**
 * Watches a turn to its end, over as many connections as it takes: one that breaks is taken up again behind the last event
 * that came, after a while that grows with each failure. Resolves behind the terminal frame. Rejects with
 * RequestFailedError where the message was not taken or the run may not be watched, with RunGoneError, and with the
 * reason of `signal`.
 */
export async function watchTurn(watched: WatchedTurn, watcher: TurnWatcher, signal: AbortSignal): Promise<void> {
  let runId = 'runId' in watched ? watched.runId : '';
  let lastId = 0;
  let isWhole = true;
  for (let failures = 0; ; failures += 1) {
    try {
      const body = 'message' in watched && runId === '' ? await openTurn(watched.message, signal) : await openRun(runId, lastId, signal);
      for await (const { id, data } of readEventStream(body, STREAM_SILENCE_MS)) {
        if (id <= lastId) continue;
        isWhole &&= id === lastId + 1;
        lastId = id;
        if (failures > 0) watcher.onConnection(true);
        failures = 0;
        const frame = readTurnFrame(data);
        if (frame === undefined) continue;
        if (frame.type === 'run-start') runId = frame.runId;
        if (frame.type === 'run-end' && !isWhole) throw new RunGoneError();
        watcher.onFrame(frame);
        if (isTerminal(frame)) return;
      }
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof RunGoneError) throw error;
      if (error instanceof RequestFailedError && !isWorthRetrying(error, runId)) {
        throw error.httpStatus === 404 && runId !== '' ? new RunGoneError() : error;
      }
    }
    watcher.onConnection(false);
    await pause(RECONNECT_DELAYS_MS[Math.min(failures, RECONNECT_DELAYS_MS.length - 1)] ?? 0, signal);
  }
}

/** A message that was not taken is for the person to send again; a run that is known is there even while nobody answers for it. */
function isWorthRetrying({ httpStatus }: RequestFailedError, runId: string): boolean {
  return runId !== '' && (httpStatus === 0 || httpStatus === 429 || httpStatus >= 500);
}

/** Waits; less where the browser says that it is online again. Rejects with the reason of `signal`. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer);
      globalThis.removeEventListener('online', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    globalThis.addEventListener('online', done);
    signal.addEventListener('abort', done);
  });
  signal.throwIfAborted();
}
