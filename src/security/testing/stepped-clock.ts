import { Clock } from '../../common/clock.js';

/** A clock that a test moves. */
export class SteppedClock extends Clock {
  private milliseconds = Date.UTC(2026, 0, 31, 12);

  advance(milliseconds: number): void {
    this.milliseconds += milliseconds;
  }

  override now(): Date {
    return new Date(this.milliseconds);
  }

  override sleep(): Promise<void> {
    return Promise.resolve();
  }
}
