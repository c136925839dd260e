import { TooManyRequestsError } from '../common/domain-error.js';
import { MAX_WAITING_TURNS, QUEUE_RETRY_AFTER_SECONDS } from './limits.js';

/** What a task may ask of the queue. */
export interface QueueOptions {
  /** Gives up the place in the queue; without effect once the task runs. */
  signal?: AbortSignal;
  /** Runs when the caller has its result and before the next task. Must not reject. */
  after?: () => Promise<void>;
}

/** One thing at a time for each session, in the order in which it was asked for. Sessions do not wait for each other. */
export class SessionQueue {
  /** Those who wait, by session; a session that is at work has an entry, if an empty one. */
  private readonly lanes = new Map<string, (() => void)[]>();

  isBusy(sessionId: string): boolean {
    return this.lanes.has(sessionId);
  }

  /** Runs the task when it is its turn. Throws TooManyRequestsError where too many wait already. */
  async run<T>(sessionId: string, task: () => Promise<T>, { signal, after }: QueueOptions = {}): Promise<T> {
    signal?.throwIfAborted();
    await this.enter(sessionId, signal);
    let done = Promise.resolve();
    try {
      return await task();
    } finally {
      done = after?.() ?? done;
      void done.finally(() => this.leave(sessionId));
    }
  }

  private enter(sessionId: string, signal: AbortSignal | undefined): Promise<void> {
    const lane = this.lanes.get(sessionId);
    if (!lane) {
      this.lanes.set(sessionId, []);
      return Promise.resolve();
    }
    if (lane.length >= MAX_WAITING_TURNS) {
      throw new TooManyRequestsError(
        `Session ${sessionId} has ${MAX_WAITING_TURNS} messages waiting already. Send this one again when some are answered.`,
        QUEUE_RETRY_AFTER_SECONDS,
        { sessionId },
      );
    }
    return new Promise((resolve, reject) => {
      const admit = (): void => {
        signal?.removeEventListener('abort', giveUp);
        resolve();
      };
      const giveUp = (): void => {
        lane.splice(lane.indexOf(admit), 1);
        reject(signal?.reason as Error);
      };
      lane.push(admit);
      signal?.addEventListener('abort', giveUp, { once: true });
    });
  }

  private leave(sessionId: string): void {
    const next = this.lanes.get(sessionId)?.shift();
    if (next) next();
    else this.lanes.delete(sessionId);
  }
}
