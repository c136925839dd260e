import { Clock } from '../../common/clock.js';

interface Sleeper {
  readonly until: number;
  readonly wake: () => void;
}

/** A clock that stands still until a test moves it. */
export class FixedClock extends Clock {
  private time: number;
  private sleepers: Sleeper[] = [];

  constructor(start = '2026-02-13T12:00:00.000Z') {
    super();
    this.time = Date.parse(start);
  }

  /** Sleeps that have not ended. */
  get sleeping(): number {
    return this.sleepers.length;
  }

  override now(): Date {
    return new Date(this.time);
  }

  override sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason as Error);
        return;
      }
      const giveUp = (): void => {
        this.sleepers = this.sleepers.filter((other) => other !== sleeper);
        reject(signal?.reason as Error);
      };
      const wake = (): void => {
        signal?.removeEventListener('abort', giveUp);
        resolve();
      };
      const sleeper: Sleeper = { until: this.time + milliseconds, wake };
      this.sleepers.push(sleeper);
      signal?.addEventListener('abort', giveUp, { once: true });
    });
  }

  /** Moves on and wakes whoever's time has come. */
  advance(milliseconds: number): void {
    this.time += milliseconds;
    const due = this.sleepers.filter((sleeper) => sleeper.until <= this.time);
    this.sleepers = this.sleepers.filter((sleeper) => sleeper.until > this.time);
    for (const sleeper of due) sleeper.wake();
  }
}
