import type { Clock } from '../common/clock.js';
import { headAtCodePoint } from '../common/text.js';
import { newId } from '../common/ids.js';
import { withNextRun } from './job.js';
import { MAX_RUN_TEXT_LENGTH } from './limits.js';
import type { RunJob, ScheduledJob, ScheduleOutcome, ScheduleRun, ScheduleRunStatus } from './schedule.js';

/** How a run changed its job; the job is absent where it was removed. */
export interface EndedRun {
  job: ScheduledJob;
  run: ScheduleRun;
  isRemoved: boolean;
}

const NOBODY: ScheduleOutcome = { status: 'skipped', error: 'Nothing in this server runs jobs.' };

/** Runs single jobs and says what became of them. */
export class JobRunner {
  private runJob: RunJob = () => Promise.resolve(NOBODY);

  constructor(private readonly clock: Clock) {}

  /** Who does what jobs say. */
  use(runJob: RunJob): void {
    this.runJob = runJob;
  }

  /** The job as it is while it runs. Its next time is counted from now, so that it is never due twice for one time. */
  begin(job: ScheduledJob): { job: ScheduledJob; runId: string; runAtMs: number } {
    const runAtMs = this.now();
    const running = withNextRun({ ...job, state: { ...job.state, runningAtMs: runAtMs } }, runAtMs);
    return { job: running, runId: newId(), runAtMs };
  }

  /** Runs it. Never rejects. */
  async run(job: ScheduledJob, runId: string): Promise<ScheduleOutcome> {
    try {
      return await this.runJob(job, runId);
    } catch (error) {
      return { status: 'error', error: error instanceof Error ? error.message : String(error) };
    }
  }

  /** A run that ended. */
  end(job: ScheduledJob, runId: string, runAtMs: number, outcome: ScheduleOutcome): EndedRun {
    return this.conclude(job, runId, runAtMs, outcome.status, outcome);
  }

  /** A run that was not: its time had passed, the one before had not ended, or the server died in it. */
  conclude(
    job: ScheduledJob,
    runId: string,
    runAtMs: number,
    status: ScheduleRunStatus,
    { error, summary, sessionKey }: Pick<ScheduleRun, 'error' | 'summary' | 'sessionKey'>,
  ): EndedRun {
    const ts = this.now();
    const durationMs = status === 'ok' || status === 'error' ? ts - runAtMs : 0;
    const { runningAtMs: _running, lastError: _last, ...state } = job.state;
    const next = state.nextRunAtMs === undefined ? {} : { nextRunAtMs: state.nextRunAtMs };
    // Not where it was run before its time, or given another time meanwhile.
    const isOver = job.schedule.kind === 'at' && state.nextRunAtMs === undefined;
    const after: ScheduledJob = {
      ...job,
      enabled: job.enabled && !isOver,
      state: {
        ...state,
        lastRunAtMs: runAtMs,
        lastRunStatus: status,
        lastDurationMs: durationMs,
        consecutiveErrors: status === 'error' ? (state.consecutiveErrors ?? 0) + 1 : 0,
        ...(error === undefined ? {} : { lastError: short(error) }),
      },
    };
    const run: ScheduleRun = {
      runId,
      jobId: job.id,
      jobName: job.name,
      ts,
      runAtMs,
      durationMs,
      status,
      ...(error === undefined ? {} : { error: short(error) }),
      ...(summary === undefined ? {} : { summary: short(summary) }),
      ...(sessionKey === undefined ? {} : { sessionKey }),
      ...next,
    };
    return { job: after, run, isRemoved: isOver && job.deleteAfterRun === true && status === 'ok' };
  }

  private now(): number {
    return this.clock.now().getTime();
  }
}

function short(text: string): string {
  return headAtCodePoint(text, MAX_RUN_TEXT_LENGTH);
}
