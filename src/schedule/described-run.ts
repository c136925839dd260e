import { withTimestamps } from '../time/provider-timestamp.js';
import type { ScheduleRun } from './schedule.js';

/** A run with the instant of its end in the two ways in which every tool tells instants. */
export type DescribedRun = ScheduleRun & { timestampMs: number; timestampUtc: string };

/** The newest runs of a job first; of all jobs where none is named. */
export function describedRuns(runs: readonly ScheduleRun[], jobId: string | undefined, limit: number): DescribedRun[] {
  return runs
    .filter((run) => jobId === undefined || run.jobId === jobId)
    .slice(-limit)
    .reverse()
    .map((run) => withTimestamps(run, run.ts) as DescribedRun);
}
