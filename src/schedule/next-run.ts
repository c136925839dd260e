import { InvalidInputError } from '../common/domain-error.js';
import { MIN_INTERVAL_MS } from './limits.js';
import { assertCron, nextCronRunAt } from './cron-expression.js';
import type { Schedule } from './schedule.js';

/** The latest instant that a Date can hold. */
const MAX_INSTANT_MS = 8.64e15;

/**
 * The first time after `afterMs` at which the schedule is due; undefined where there is none.
 *
 * @param anchorMs where the counting of intervals begins, if the schedule does not say
 */
export function nextRunAt(schedule: Schedule, afterMs: number, anchorMs: number): number | undefined {
  if (schedule.kind === 'at') {
    const at = Date.parse(schedule.at);
    return at > afterMs ? at : undefined;
  }
  if (schedule.kind === 'cron') return nextCronRunAt(schedule, afterMs);
  const anchor = schedule.anchorMs ?? anchorMs;
  if (anchor > afterMs) return anchor;
  const next = anchor + (Math.floor((afterMs - anchor) / schedule.everyMs) + 1) * schedule.everyMs;
  return next <= MAX_INSTANT_MS ? next : undefined;
}

/** Throws InvalidInputError where the schedule could never be due. */
export function assertSchedule(schedule: Schedule, nowMs: number): void {
  if (schedule.kind === 'every') {
    if (Number.isInteger(schedule.everyMs) && schedule.everyMs >= MIN_INTERVAL_MS) return;
    throw new InvalidInputError(`everyMs must be a whole number of milliseconds, at least ${MIN_INTERVAL_MS}.`, { field: 'schedule.everyMs' });
  }
  if (schedule.kind === 'cron') return assertCron(schedule, nowMs);
  const at = isIsoInstant(schedule.at) ? Date.parse(schedule.at) : Number.NaN;
  if (Number.isNaN(at)) {
    throw new InvalidInputError('at must be an instant such as 2026-02-13T12:34:56Z, with Z or an offset.', { field: 'schedule.at' });
  }
  if (at <= nowMs) throw new InvalidInputError('at lies in the past.', { field: 'schedule.at' });
}

/** With a zone: without one the host's would be meant, and nobody would see which that is. Not 31 February, which Date takes for 3 March. */
function isIsoInstant(text: string): boolean {
  const parts = /^(\d{4})-(\d{2})-(\d{2})T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/.exec(text);
  if (parts === null) return false;
  const [year, month, day] = parts.slice(1).map(Number) as [number, number, number];
  return month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}
