import { Logger } from '@nestjs/common';
import type { Clock } from '../common/clock.js';
import { messageOf } from '../common/domain-error.js';
import { SETTLE_BYTES, SETTLE_IDLE_MS, SETTLE_LATEST_MS, SETTLE_RETRY_MS } from './limits.js';

/** How the scheduler gets its work done. */
export interface Settling {
  /** Settles a session in whose queue slot it is called. False where it could not be done now. */
  settle(sessionId: string, signal: AbortSignal): Promise<boolean>;
  /** Runs the action in the session's queue slot, or not at all where the session is at work. */
  whenIdle(sessionId: string, action: () => Promise<void>): Promise<void>;
}

interface Unsettled {
  /** When the first of the turns that are not settled yet ended, in milliseconds. */
  readonly since: number;
  timer: AbortController;
}

/**
 * Decides when the journals of ended turns are folded: when a session has been quiet for a moment, one session at a
 * time, and never while somebody waits for it, unless it has been put off too long.
 */
export class SettleScheduler {
  private readonly logger = new Logger('Sessions');
  private readonly unsettled = new Map<string, Unsettled>();
  private running: { sessionId: string; controller: AbortController } | undefined;
  private last: Promise<void> = Promise.resolve();
  private closed = false;

  constructor(
    private readonly clock: Clock,
    private readonly settling: Settling,
  ) {}

  /** A turn of the session wants to begin: a fold that is running for it gives way. */
  giveWay(sessionId: string): void {
    if (this.running?.sessionId === sessionId) this.running.controller.abort();
  }

  /** A turn of the session ended and left so many bytes of journal. Called in its queue slot; resolves when that may be given on. */
  async turnEnded(sessionId: string, bytes: number): Promise<void> {
    const now = this.clock.now().getTime();
    const since = this.unsettled.get(sessionId)?.since ?? now;
    this.forget(sessionId);
    if (bytes === 0) return;
    const isDue = this.closed || bytes >= SETTLE_BYTES || now - since >= SETTLE_LATEST_MS;
    if (!isDue || !(await this.attempt(sessionId, new AbortController()))) this.plan(sessionId, since, isDue ? SETTLE_RETRY_MS : SETTLE_IDLE_MS);
  }

  /** The session is no more. */
  forget(sessionId: string): void {
    this.unsettled.get(sessionId)?.timer.abort();
    this.unsettled.delete(sessionId);
  }

  /** Settles everything that no turn is at work on; turns that end later are settled at once. */
  async close(): Promise<void> {
    this.closed = true;
    for (const sessionId of [...this.unsettled.keys()]) {
      this.forget(sessionId);
      this.enqueue(sessionId);
    }
    await this.last;
  }

  private plan(sessionId: string, since: number, delay: number): void {
    if (this.closed) return;
    const timer = new AbortController();
    this.unsettled.set(sessionId, { since, timer });
    void this.clock.sleep(delay, timer.signal).then(
      () => this.enqueue(sessionId),
      () => undefined,
    );
  }

  /** One after the other, so that folding never takes the disk from those who wait for an answer. */
  private enqueue(sessionId: string): void {
    this.last = this.last.then(() =>
      this.settling.whenIdle(sessionId, async () => {
        const since = this.unsettled.get(sessionId)?.since ?? this.clock.now().getTime();
        const controller = new AbortController();
        this.running = { sessionId, controller };
        const settled = await this.attempt(sessionId, controller);
        this.running = undefined;
        if (settled) this.forget(sessionId);
        else if (!controller.signal.aborted) this.plan(sessionId, since, SETTLE_RETRY_MS);
      }),
    );
  }

  private async attempt(sessionId: string, controller: AbortController): Promise<boolean> {
    try {
      return await this.settling.settle(sessionId, controller.signal);
    } catch (error) {
      this.logger.warn(`Session ${sessionId} stays in its journal for now: ${messageOf(error)}`);
      return false;
    }
  }
}
