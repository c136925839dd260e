import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Clock } from '../common/clock.js';
import { InvalidInputError, messageOf, NotFoundError } from '../common/domain-error.js';
import { newId } from '../common/ids.js';
import { changedJob, newJob, withNextRun } from './job.js';
import { type EndedRun, JobRunner } from './job-runner.js';
import { CATCH_UP_GRACE_MS, MAX_JOBS, MAX_WAIT_MS } from './limits.js';
import { ScheduleRunLog } from './run-log.js';
import { ScheduleFile } from './schedule-file.js';
import type { JobInput, RunJob, ScheduleChange, ScheduledJob, ScheduleRun } from './schedule.js';

/** Why a job was not run at once. */
export type NotRun = 'already-running' | 'not-due';

/** Jobs that run by themselves: kept over restarts, never two runs of one at a time, every run recorded. */
@Injectable()
export class ScheduleService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Schedule');
  private readonly jobs = new Map<string, ScheduledJob>();
  private readonly listeners = new Set<(change: ScheduleChange) => void>();
  private readonly runner: JobRunner;
  private readonly stopping = new AbortController();
  private waiting = new AbortController();

  constructor(
    private readonly clock: Clock,
    private readonly file: ScheduleFile,
    private readonly log: ScheduleRunLog,
  ) {
    this.runner = new JobRunner(clock);
  }

  /** Who does what jobs say. One, from the floor that knows the agent. */
  useRunner(runJob: RunJob): void {
    this.runner.use(runJob);
  }

  /** Hears of every change and run. A listener must not throw. */
  onChange(listener: (change: ScheduleChange) => void): void {
    this.listeners.add(listener);
  }

  onApplicationBootstrap(): void {
    for (const job of this.file.read((message) => this.logger.error(message))) this.jobs.set(job.id, job);
    for (const job of this.list()) this.recover(job);
    void this.keepTime();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    this.waiting.abort();
    await Promise.all([this.file.flush(), this.log.flush()]);
  }

  /** Every job, in the order in which they were made. */
  list(): ScheduledJob[] {
    return [...this.jobs.values()];
  }

  /** Every run that is kept, oldest first. */
  runs(): readonly ScheduleRun[] {
    return this.log.list();
  }

  /** Throws NotFoundError. */
  get(id: string): ScheduledJob {
    const job = this.jobs.get(id);
    if (job === undefined) throw new NotFoundError('There is no job with this id.', { field: 'id' });
    return job;
  }

  /** Resolves when it is stored. Throws InvalidInputError and StorageError. */
  async add(input: JobInput): Promise<ScheduledJob> {
    if (this.jobs.size >= MAX_JOBS) throw new InvalidInputError(`There are ${MAX_JOBS} jobs already. Remove one first.`);
    const job = newJob(input, this.now());
    await this.put(job);
    this.tell({ action: 'added', job });
    return job;
  }

  /** Throws NotFoundError, InvalidInputError and StorageError. */
  async update(id: string, patch: Partial<JobInput>): Promise<ScheduledJob> {
    const job = changedJob(this.get(id), patch, this.now());
    await this.put(job);
    this.tell({ action: 'updated', job });
    return job;
  }

  /** False where there was none. A run that is going on ends by itself. */
  async remove(id: string): Promise<boolean> {
    const job = this.jobs.get(id);
    if (job === undefined) return false;
    this.jobs.delete(id);
    await this.store();
    this.tell({ action: 'removed', job });
    return true;
  }

  /** Runs a job now, in the background; `onlyIfDue` leaves it alone before its time. Throws NotFoundError. */
  runNow(id: string, onlyIfDue = false): { runId: string } | { reason: NotRun } {
    const job = this.get(id);
    if (job.state.runningAtMs !== undefined) return { reason: 'already-running' };
    if (onlyIfDue && !this.isDue(job)) return { reason: 'not-due' };
    return { runId: this.start(job) };
  }

  /** What happened to a job while the server was off. */
  private recover(job: ScheduledJob): void {
    const { runningAtMs, nextRunAtMs } = job.state;
    if (runningAtMs !== undefined) {
      const error = 'The server stopped before the run ended.';
      this.finish(this.runner.conclude(withNextRun(job, this.now()), newId(), runningAtMs, 'interrupted', { error }));
    } else if (job.enabled && nextRunAtMs === undefined) {
      this.jobs.set(job.id, withNextRun(job, this.now()));
    } else if (job.enabled && nextRunAtMs !== undefined && this.now() - nextRunAtMs > CATCH_UP_GRACE_MS) {
      const error = 'The server was not running at that time.';
      this.finish(this.runner.conclude(withNextRun(job, this.now()), newId(), nextRunAtMs, 'missed', { error }));
    }
  }

  /** Starts what is due, then waits for the next time, or for a change. */
  private async keepTime(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      for (const job of this.list().filter((candidate) => this.isDue(candidate))) {
        if (job.state.runningAtMs === undefined) this.start(job);
        else this.skip(job);
      }
      this.waiting = new AbortController();
      const nextAt = Math.min(...this.list().map(({ state }) => state.nextRunAtMs ?? Number.POSITIVE_INFINITY));
      const waitMs = Math.min(MAX_WAIT_MS, Math.max(0, nextAt - this.now()));
      await this.clock.sleep(waitMs, this.waiting.signal).catch(() => undefined);
    }
  }

  private isDue({ enabled, state }: ScheduledJob): boolean {
    return enabled && state.nextRunAtMs !== undefined && state.nextRunAtMs <= this.now();
  }

  private start(due: ScheduledJob): string {
    const { job, runId, runAtMs } = this.runner.begin(due);
    void this.carryOut(job, runId, runAtMs);
    return runId;
  }

  /** Runs the job after it is on disk that it runs, so that a crash is noticed. Never rejects. */
  private async carryOut(job: ScheduledJob, runId: string, runAtMs: number): Promise<void> {
    await this.put(job).catch((error: unknown) => this.logger.error(messageOf(error)));
    this.tell({ action: 'started', job, runId, runAtMs });
    const outcome = await this.runner.run(job, runId);
    // It may have been changed or removed meanwhile: what a person decided stands.
    const now = this.jobs.get(job.id);
    const ended = this.runner.end(now ?? job, runId, runAtMs, outcome);
    this.finish(now === undefined ? { ...ended, isRemoved: true } : ended);
  }

  /** The run before has not ended: this one is left out. */
  private skip(job: ScheduledJob): void {
    const at = job.state.nextRunAtMs ?? this.now();
    const { job: after, run } = this.runner.conclude(withNextRun(job, this.now()), newId(), at, 'skipped', { error: 'The run before had not ended.' });
    const { runningAtMs } = job.state;
    this.finish({ job: { ...after, enabled: job.enabled, state: { ...after.state, ...(runningAtMs === undefined ? {} : { runningAtMs }) } }, run, isRemoved: false });
  }

  private finish({ job, run, isRemoved }: EndedRun): void {
    if (isRemoved) this.jobs.delete(job.id);
    else this.jobs.set(job.id, job);
    this.log.add(run);
    this.store().catch((error: unknown) => this.logger.error(messageOf(error)));
    this.tell({ action: 'finished', job, run });
  }

  private async put(job: ScheduledJob): Promise<void> {
    this.jobs.set(job.id, job);
    await this.store();
  }

  /** Stores all jobs and looks at the time anew. */
  private store(): Promise<void> {
    this.waiting.abort();
    return this.file.write(this.list());
  }

  private tell(change: ScheduleChange): void {
    for (const listener of this.listeners) listener(change);
  }

  private now(): number {
    return this.clock.now().getTime();
  }
}
