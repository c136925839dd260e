import type { Schedule, Timing } from '../api/schedule.js';
import { dateInWords } from '../layout/date-in-words.js';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const UNITS = [['day', DAY_MS], ['hour', HOUR_MS], ['minute', MINUTE_MS], ['second', SECOND_MS]] as const;

const RESULTS: Record<string, string> = {
  ok: 'went well',
  error: 'failed',
  skipped: 'was skipped',
  missed: 'was missed: the server was off',
  interrupted: 'was cut off: the server stopped in it',
};

const counted = (count: number, unit: string): string => (count === 1 ? `1 ${unit}` : `${count} ${unit}s`);

/** A time span in its largest whole unit: "2 hours", "90 seconds". */
function spanInWords(ms: number): string {
  const [unit, size] = UNITS.find(([, one]) => ms >= one && ms % one === 0) ?? ['second', SECOND_MS];
  return counted(Math.max(1, Math.round(ms / size)), unit);
}

/** How often something is done: "every 2 hours", "once", a cron expression as it is. */
export function timingInWords(timing: Timing): string {
  if (timing.kind === 'at') return 'once';
  if (timing.kind === 'every') return `every ${spanInWords(timing.everyMs)}`;
  const daily = /^(\d{1,2}) (\d{1,2}) \* \* \*$/.exec(timing.expr);
  return daily === null ? `cron ${timing.expr}` : `every day at ${daily[2]?.padStart(2, '0')}:${daily[1]?.padStart(2, '0')}`;
}

/** An instant to come, as people say it, with the zone that it is said in: "in 5 minutes", "tomorrow, 09:00 (Europe/Berlin)". */
export function nextInWords(at: number, now: Date, zone: string): string {
  const wait = at - now.getTime();
  if (wait < MINUTE_MS) return 'within a minute';
  if (wait < HOUR_MS) return `in ${counted(Math.round(wait / MINUTE_MS), 'minute')}`;
  const say = (instant: number | Date, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-GB', { timeZone: zone, ...options }).format(instant);
  const day = (instant: number | Date) => say(instant, { dateStyle: 'short' });
  const time = say(at, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  if (day(at) === day(now)) return `today, ${time} (${zone})`;
  if (day(at) === day(now.getTime() + DAY_MS)) return `tomorrow, ${time} (${zone})`;
  const isThisYear = say(at, { year: 'numeric' }) === say(now, { year: 'numeric' });
  return `${say(at, { weekday: 'short' })} ${say(at, { day: 'numeric', month: 'long', ...(!isThisYear && { year: 'numeric' }) })}, ${time} (${zone})`;
}

/** The zone that a schedule's times are said in: its own, else the browser's. */
export function zoneOf(timing: Timing): string {
  return (timing.kind === 'cron' && timing.tz) || new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** How often, and when next. */
export function planInWords({ isOn, timing, nextRunAt, runningSince }: Schedule, now: Date): string {
  const next = runningSince !== undefined ? 'running now' : !isOn ? 'off' : nextRunAt === undefined ? 'no further run' : `next ${nextInWords(nextRunAt, now, zoneOf(timing))}`;
  return `${timingInWords(timing)} · ${next}`;
}

/** How the last run went and when that was; '' where there was none. */
export function lastInWords({ lastRunAt, lastStatus, lastError }: Schedule, now: Date): string {
  if (lastRunAt === undefined || lastStatus === '') return '';
  const result = `The last run ${RESULTS[lastStatus] ?? `ended with ${lastStatus}`} (${dateInWords(new Date(lastRunAt).toISOString(), now)}).`;
  return lastError === '' ? result : `${result} ${lastError}`;
}
