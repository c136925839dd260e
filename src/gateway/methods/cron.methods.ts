import { Injectable } from '@nestjs/common';
import type { ScheduledJob, ScheduleRun } from '../../schedule/schedule.js';
import { ScheduleService } from '../../schedule/schedule.service.js';
import { invalidRequest } from '../gateway.error.js';
import type { CronListParams, CronListResult, CronRunEntry, CronRunsParams } from '../protocol/schemas/cron.js';
import type { HandlersOf } from '../served-methods.js';
import { pageOf } from './page-of.js';

const DEFAULT_JOBS = 50;
const DEFAULT_RUNS = 50;

type CronMethodName = 'cron.list' | 'cron.status' | 'cron.add' | 'cron.update' | 'cron.remove' | 'cron.run' | 'cron.runs';

/** cron.*: jobs that run by themselves. */
@Injectable()
export class CronMethods {
  readonly handlers: HandlersOf<CronMethodName> = {
    'cron.list': (params) => this.list(params),
    'cron.status': () => this.status(),
    'cron.add': (params) => this.schedule.add(params),
    'cron.update': ({ patch, ...reference }) => this.schedule.update(jobIdOf(reference, 'cron.update'), patch),
    'cron.remove': async (params) => ({ ok: true, removed: await this.schedule.remove(jobIdOf(params, 'cron.remove')) }),
    'cron.run': ({ mode, ...reference }) => {
      const started = this.schedule.runNow(jobIdOf(reference, 'cron.run'), mode === 'due');
      return 'runId' in started ? { ok: true, enqueued: true, runId: started.runId } : { ok: true, ran: false, reason: started.reason };
    },
    'cron.runs': (params) => this.runs(params),
  };

  constructor(private readonly schedule: ScheduleService) {}

  private list({ includeDisabled, enabled, limit = DEFAULT_JOBS, offset = 0, query, sortBy = 'nextRunAtMs', sortDir = 'asc' }: CronListParams): CronListResult {
    const wanted = enabled ?? (includeDisabled === true ? 'all' : 'enabled');
    const jobs = this.schedule
      .list()
      .filter((job) => wanted === 'all' || job.enabled === (wanted === 'enabled'))
      .filter((job) => holds(query, job.name, job.description))
      .sort((a, b) => (sortDir === 'asc' ? 1 : -1) * compareJobs(a, b, sortBy));
    const { rows, ...page } = pageOf(jobs, limit, offset);
    return { jobs: rows, ...page };
  }

  private status() {
    const jobs = this.schedule.list();
    const next = Math.min(...jobs.map(({ state }) => state.nextRunAtMs ?? Number.POSITIVE_INFINITY));
    return {
      jobs: jobs.length,
      enabledJobs: jobs.filter(({ enabled }) => enabled).length,
      runningJobs: jobs.filter(({ state }) => state.runningAtMs !== undefined).length,
      nextRunAtMs: Number.isFinite(next) ? next : null,
    };
  }

  private runs({ id, jobId, limit = DEFAULT_RUNS, offset = 0, status = 'all', query, sortDir = 'desc' }: CronRunsParams) {
    const job = id ?? jobId;
    const entries = this.schedule
      .runs()
      .filter((run) => (job === undefined || run.jobId === job) && (status === 'all' || run.status === status))
      .filter((run) => holds(query, run.jobName, run.summary, run.error))
      .map(runEntry);
    const { rows, ...page } = pageOf(sortDir === 'desc' ? entries.reverse() : entries, limit, offset);
    return { entries: rows, ...page };
  }
}

/** A run as it goes over the wire. */
export function runEntry(run: ScheduleRun): CronRunEntry {
  return { action: 'finished', ...run };
}

function jobIdOf({ id, jobId }: { id?: string; jobId?: string }, method: string): string {
  const given = id ?? jobId;
  if (given === undefined || (id !== undefined && jobId !== undefined && id !== jobId)) {
    throw invalidRequest(`invalid ${method} params: id (or jobId) is needed`);
  }
  return given;
}

function holds(query: string | undefined, ...texts: (string | undefined)[]): boolean {
  const needle = query?.trim().toLocaleLowerCase() ?? '';
  return needle === '' || texts.some((text) => text?.toLocaleLowerCase().includes(needle));
}

function compareJobs(a: ScheduledJob, b: ScheduledJob, by: NonNullable<CronListParams['sortBy']>): number {
  if (by === 'name') return a.name.localeCompare(b.name);
  if (by === 'updatedAtMs') return a.updatedAtMs - b.updatedAtMs;
  // Jobs that have no next time come last. Not a difference: two infinities have none.
  const [first, second] = [a, b].map(({ state }) => state.nextRunAtMs ?? Number.MAX_SAFE_INTEGER) as [number, number];
  return first - second;
}
