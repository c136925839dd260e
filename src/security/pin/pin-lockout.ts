import { LRUCache } from 'lru-cache';
import type { Clock } from '../../common/clock.js';
import { MAX_PIN_FAILURES, MAX_RATE_CLIENTS, PIN_LOCK_MS } from '../limits.js';

interface Attempts {
  failures: number;
  /** Milliseconds since the epoch; 0 while not locked. */
  lockedUntil: number;
}

/**
 * Wrong PINs by client: after MAX_PIN_FAILURES the client is locked out for PIN_LOCK_MS, also with the right PIN. Failures do not age; the
 * right PIN and the end of a lock clear them. Kept in memory alone.
 */
export class PinLockout {
  private readonly clients = new LRUCache<string, Attempts>({ max: MAX_RATE_CLIENTS });

  constructor(private readonly clock: Clock) {}

  /** Whole seconds until this client may try again; 0 where it may now. */
  waitSeconds(client: string): number {
    const attempts = this.clients.get(client);
    if (attempts === undefined || attempts.lockedUntil === 0) return 0;
    const left = attempts.lockedUntil - this.clock.now().getTime();
    if (left > 0) return Math.ceil(left / 1000);
    this.clients.delete(client);
    return 0;
  }

  noteFailure(client: string): void {
    const failures = (this.clients.get(client)?.failures ?? 0) + 1;
    const lockedUntil = failures < MAX_PIN_FAILURES ? 0 : this.clock.now().getTime() + PIN_LOCK_MS;
    this.clients.set(client, { failures, lockedUntil });
  }

  noteSuccess(client: string): void {
    this.clients.delete(client);
  }
}
