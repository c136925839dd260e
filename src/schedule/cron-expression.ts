import { Cron } from 'croner';
import { InvalidInputError } from '../common/domain-error.js';
import { hostTimeZone, timeZoneNamed } from '../time/time-zone.js';
import type { Schedule } from './schedule.js';

type CronSchedule = Extract<Schedule, { kind: 'cron' }>;

/**
 * The first time after `afterMs` that fits; undefined where there is none. A time that a day skips, since clocks are put forward, comes once, when
 * they have been; one that a day has twice comes the first time.
 */
export function nextCronRunAt({ expr, tz }: CronSchedule, afterMs: number): number | undefined {
  return new Cron(expr, { timezone: tz ?? hostTimeZone(), paused: true }).nextRun(new Date(afterMs))?.getTime();
}

/** The schedule with the zone that holds, so that people see which that is. */
export function withZone(schedule: Schedule): Schedule {
  if (schedule.kind !== 'cron') return schedule;
  return { ...schedule, expr: schedule.expr.trim().replace(/\s+/g, ' '), tz: schedule.tz === undefined ? hostTimeZone() : (timeZoneNamed(schedule.tz) ?? schedule.tz) };
}

/** Throws InvalidInputError for what is no expression or no zone, and where no day ever fits. */
export function assertCron({ expr, tz }: CronSchedule, nowMs: number): void {
  if (tz !== undefined && timeZoneNamed(tz) === undefined) {
    throw new InvalidInputError(`There is no time zone "${tz}". Give an IANA name such as Europe/Berlin.`, { field: 'schedule.tz' });
  }
  const fields = expr.trim().split(/\s+/).length;
  if (fields !== 5 && fields !== 6) {
    throw new InvalidInputError(`"${expr}" has ${fields} field${fields === 1 ? '' : 's'}: a cron expression has five (minute hour day month weekday), or six with seconds first.`, { field: 'schedule.expr' });
  }
  if (nextRun({ kind: 'cron', expr, ...(tz === undefined ? {} : { tz }) }, nowMs) === undefined) {
    throw new InvalidInputError(`"${expr}" never comes: there is no such date.`, { field: 'schedule.expr' });
  }
}

function nextRun(schedule: CronSchedule, nowMs: number): number | undefined {
  try {
    return nextCronRunAt(schedule, nowMs);
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^Cron\w+: /, '') : String(error);
    throw new InvalidInputError(`"${schedule.expr}" is no cron expression: ${reason}.`, { field: 'schedule.expr' });
  }
}
