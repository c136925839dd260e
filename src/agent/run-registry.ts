import { Injectable } from '@nestjs/common';
import { Clock } from '../common/clock.js';
import { NotFoundError } from '../common/domain-error.js';
import { MAX_RETAINED_RUNS, RUN_RETENTION_MS } from './limits.js';
import type { Run } from './run.js';

/** The runs that are going on and those that ended some minutes ago. */
@Injectable()
export class RunRegistry {
  private readonly runs = new Map<string, Run>();
  private readonly endedAt = new Map<string, number>();
  private readonly listeners = new Set<(run: Run) => void>();

  constructor(private readonly clock: Clock) {}

  /** Hears of every run that begins, whichever face began it, before its first event. A listener must not throw. */
  onStart(listener: (run: Run) => void): void {
    this.listeners.add(listener);
  }

  add(run: Run): void {
    this.sweep();
    this.runs.set(run.runId, run);
    for (const listener of this.listeners) listener(run);
  }

  /** Keeps an ended run for clients that come back. */
  retain(run: Run): void {
    this.endedAt.set(run.runId, this.clock.now().getTime());
    this.sweep();
  }

  /** Throws NotFoundError where the run is unknown or was too long ago. */
  get(runId: string): Run {
    this.sweep();
    const run = this.runs.get(runId);
    if (run === undefined) throw noSuchRun();
    return run;
  }

  /** The runs of a session that have not ended, oldest first. */
  activeOf(sessionId: string): Run[] {
    return this.active().filter((run) => run.sessionId === sessionId);
  }

  /** All runs that have not ended, oldest first. */
  active(): Run[] {
    return [...this.runs.values()].filter((run) => !run.isEnded);
  }

  private sweep(): void {
    const now = this.clock.now().getTime();
    for (const [runId, endedAt] of this.endedAt) {
      if (now - endedAt < RUN_RETENTION_MS && this.endedAt.size <= MAX_RETAINED_RUNS) return;
      this.endedAt.delete(runId);
      this.runs.delete(runId);
    }
  }
}

/** The answer about a run that is unknown, or not the caller's to know. */
export function noSuchRun(): NotFoundError {
  return new NotFoundError('There is no such run, or it ended some minutes ago.', { field: 'runId' });
}
