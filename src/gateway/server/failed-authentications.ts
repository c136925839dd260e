import type { Clock } from '../../common/clock.js';
import { AUTHENTICATION_LOCKOUT_MS, FAILED_AUTHENTICATION_WINDOW_MS, MAX_FAILED_AUTHENTICATIONS } from '../limits.js';

/** Addresses that are remembered; beyond, the oldest are forgotten. */
const MAX_ADDRESSES = 5_000;

interface Failures {
  count: number;
  since: number;
  lockedUntil: number;
}

/** Wrong credentials, counted by address: whoever guesses has to wait. */
export class FailedAuthentications {
  private readonly byAddress = new Map<string, Failures>();

  constructor(private readonly clock: Clock) {}

  /** Milliseconds that the address has to wait; 0 where it may try. */
  waitMs(address: string): number {
    return Math.max(0, (this.byAddress.get(address)?.lockedUntil ?? 0) - this.now());
  }

  note(address: string): void {
    const now = this.now();
    const known = this.byAddress.get(address);
    const isFresh = known === undefined || now - known.since > FAILED_AUTHENTICATION_WINDOW_MS;
    const failures = isFresh ? { count: 0, since: now, lockedUntil: 0 } : known;
    failures.count += 1;
    if (failures.count >= MAX_FAILED_AUTHENTICATIONS) failures.lockedUntil = now + AUTHENTICATION_LOCKOUT_MS;
    this.byAddress.delete(address);
    this.byAddress.set(address, failures);
    const [oldest] = this.byAddress.keys();
    if (this.byAddress.size > MAX_ADDRESSES && oldest !== undefined) this.byAddress.delete(oldest);
  }

  clear(address: string): void {
    this.byAddress.delete(address);
  }

  private now(): number {
    return this.clock.now().getTime();
  }
}
