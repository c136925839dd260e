import { isFields, textOf, type Fields } from './fields.js';

/** When something is done. Times are in milliseconds. */
export type Timing = { kind: 'at'; at: string } | { kind: 'every'; everyMs: number } | { kind: 'cron'; expr: string; tz: string };

/** Something that Jarvis does by itself. Instants are milliseconds since the epoch; undefined where there is none. */
export interface Schedule {
  id: string;
  name: string;
  isOn: boolean;
  timing: Timing;
  /** What Jarvis is told. */
  text: string;
  nextRunAt: number | undefined;
  runningSince: number | undefined;
  lastRunAt: number | undefined;
  /** `ok`, `error`, `skipped`, `missed` or `interrupted`; '' where it never ran. */
  lastStatus: string;
  lastError: string;
}

/** What a person decides of a new one. */
export interface NewSchedule {
  name: string;
  timing: Timing;
  text: string;
}

const numberOf = (value: unknown): number | undefined => (typeof value === 'number' && Number.isFinite(value) ? value : undefined);

function readTiming(fields: Fields): Timing {
  if (fields.kind === 'every') return { kind: 'every', everyMs: numberOf(fields.everyMs) ?? 0 };
  if (fields.kind === 'cron') return { kind: 'cron', expr: textOf(fields.expr), tz: textOf(fields.tz) };
  return { kind: 'at', at: textOf(fields.at) };
}

/** Reads the list of what is done by itself. */
export function readSchedules(body: unknown): Schedule[] {
  const jobs = isFields(body) && Array.isArray(body.jobs) ? body.jobs.filter(isFields) : [];
  return jobs.map((job) => {
    const [schedule, payload, state] = [job.schedule, job.payload, job.state].map((part) => (isFields(part) ? part : {})) as [Fields, Fields, Fields];
    return {
      id: textOf(job.id),
      name: textOf(job.name) || 'Untitled schedule',
      isOn: job.enabled === true,
      timing: readTiming(schedule),
      text: textOf(payload.message) || textOf(payload.text),
      nextRunAt: numberOf(state.nextRunAtMs),
      runningSince: numberOf(state.runningAtMs),
      lastRunAt: numberOf(state.lastRunAtMs),
      lastStatus: textOf(state.lastRunStatus),
      lastError: textOf(state.lastError),
    };
  });
}
