import type { Clock } from '../../common/clock.js';

/**
 * Lets something happen at most once in an interval: at once after a pause, else when the interval is over. Nothing is lost by
 * waiting, since what is done says everything that has gathered.
 */
export class DeltaPace {
  private waiting?: AbortController;
  private lastAt = Number.NEGATIVE_INFINITY;

  /** @param intervalMs asked anew each time */
  constructor(
    private readonly clock: Clock,
    private readonly intervalMs: () => number,
    private readonly action: () => void,
  ) {}

  /** There is something to say. */
  request(): void {
    if (this.waiting !== undefined) return;
    const remaining = this.lastAt + this.intervalMs() - this.now();
    if (remaining <= 0) {
      this.act();
      return;
    }
    const waiting = new AbortController();
    this.waiting = waiting;
    this.clock.sleep(remaining, waiting.signal).then(
      () => this.act(),
      () => undefined,
    );
  }

  /** Says now what waits. */
  flush(): void {
    if (this.waiting !== undefined) this.act();
  }

  /** Forgets what waits. */
  cancel(): void {
    this.waiting?.abort();
    this.waiting = undefined;
  }

  private act(): void {
    this.cancel();
    this.lastAt = this.now();
    this.action();
  }

  private now(): number {
    return this.clock.now().getTime();
  }
}
