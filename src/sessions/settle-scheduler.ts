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

/** A session with a journal, in milliseconds of the clock. */
interface Unsettled {
  /** When the first of the turns that are in the journal ended. */
  readonly since: number;
  /** Not before. */
  readonly due: number;
}

/**
 * Decides when the journals of ended turns are folded: one session at a time, when nobody has asked for anything for a
 * moment, so that folding takes neither the disk nor the event loop from those who wait for an answer. What has been put off for
 * too long is folded all the same.
 */
export class SettleScheduler {
  private readonly logger = new Logger('Sessions');
  private readonly unsettled = new Map<string, Unsettled>();
  private running: { sessionId: string; controller: AbortController } | undefined;
  private working: Promise<void> | undefined;
  private readonly stop = new AbortController();
  private lastActivity = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly clock: Clock,
    private readonly settling: Settling,
  ) {}

  /** A turn wants to begin: a fold that is running for its session gives way. */
  turnBegins(sessionId: string): void {
    this.lastActivity = this.now();
    if (this.running?.sessionId === sessionId) this.running.controller.abort();
  }

  /** A turn ended and left so many bytes of journal. Called in its queue slot; resolves when that may be given on. */
  async turnEnded(sessionId: string, bytes: number): Promise<void> {
    const now = this.now();
    const since = this.unsettled.get(sessionId)?.since ?? now;
    this.lastActivity = now;
    this.forget(sessionId);
    if (bytes === 0) return;
    const isUrgent = this.stop.signal.aborted || bytes >= SETTLE_BYTES || now - since >= SETTLE_LATEST_MS;
    if (isUrgent && (await this.attempt(sessionId, new AbortController().signal))) return;
    this.unsettled.set(sessionId, { since, due: now + (isUrgent ? SETTLE_RETRY_MS : SETTLE_IDLE_MS) });
    this.working ??= this.work();
  }

  /** The session is no more. */
  forget(sessionId: string): void {
    this.unsettled.delete(sessionId);
  }

  /** Settles everything that no turn is at work on; turns that end later are settled at once. */
  async close(): Promise<void> {
    this.stop.abort();
    await this.working;
    for (const sessionId of [...this.unsettled.keys()]) await this.settle(sessionId);
  }

  private async work(): Promise<void> {
    while (this.unsettled.size > 0 && !this.stop.signal.aborted) {
      const [sessionId, at] = this.next();
      const delay = at - this.now();
      // A longer one is never planned: the clock was set back, and nobody knows how long it has been.
      if (delay <= 0 || delay > SETTLE_RETRY_MS) await this.settle(sessionId);
      // Looked at anew after a moment at the latest: others may have come, and none is due before that.
      else await this.clock.sleep(Math.min(delay, SETTLE_IDLE_MS), this.stop.signal).catch(() => undefined);
    }
    this.working = undefined;
  }

  /** The session that is to be settled first, and when. */
  private next(): [sessionId: string, at: number] {
    const quietAt = this.lastActivity + SETTLE_IDLE_MS;
    let first: [string, number] = ['', Number.POSITIVE_INFINITY];
    for (const [sessionId, { since, due }] of this.unsettled) {
      const at = Math.max(due, Math.min(quietAt, since + SETTLE_LATEST_MS));
      if (at < first[1]) first = [sessionId, at];
    }
    return first;
  }

  private async settle(sessionId: string): Promise<void> {
    const entry = this.unsettled.get(sessionId);
    if (!entry) return;
    // Where it is at work, the end of that turn will say more.
    this.unsettled.set(sessionId, { ...entry, due: this.now() + SETTLE_RETRY_MS });
    await this.settling.whenIdle(sessionId, async () => {
      const controller = new AbortController();
      this.running = { sessionId, controller };
      const settled = await this.attempt(sessionId, controller.signal);
      this.running = undefined;
      if (settled) this.forget(sessionId);
    });
  }

  private async attempt(sessionId: string, signal: AbortSignal): Promise<boolean> {
    try {
      return await this.settling.settle(sessionId, signal);
    } catch (error) {
      this.logger.warn(`Session ${sessionId} stays in its journal for now: ${messageOf(error)}`);
      return false;
    }
  }

  private now(): number {
    return this.clock.now().getTime();
  }
}
