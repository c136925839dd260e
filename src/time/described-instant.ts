import type { ClockHours } from './time-format.js';
import { zonedTime, type ZonedTime } from './zoned-time.js';

/** One instant in every way that somebody may need it. */
export interface DescribedInstant {
  /** `Sunday, January 18th, 2026 - 00:19`, or `12:19 AM`. */
  local: string;
  /** IANA name of the zone of `local` and `iso`. */
  timeZone: string;
  /** ISO 8601 with the zone's offset: `2026-01-18T00:19:00.000-05:00`. */
  iso: string;
  timestampUtc: string;
  timestampMs: number;
}

/** Throws RangeError where `instant` is none. */
export async function describeInstant(instant: Date, timeZone: string, hours: ClockHours): Promise<DescribedInstant> {
  const time = await zonedTime(instant, timeZone);
  return {
    local: longForm(time, hours),
    timeZone,
    iso: time.toFormat("yyyy-MM-dd'T'HH:mm:ss.SSSZZ"),
    timestampUtc: instant.toISOString(),
    timestampMs: instant.getTime(),
  };
}

function longForm(time: ZonedTime, hours: ClockHours): string {
  const clock = time.toFormat(hours === '24' ? 'HH:mm' : 'h:mm a');
  return `${time.toFormat('cccc, LLLL')} ${ordinal(time.day)}, ${time.toFormat('yyyy')} - ${clock}`;
}

const ENDINGS = { zero: 'th', one: 'st', two: 'nd', few: 'rd', many: 'th', other: 'th' } as const;
const ordinals = new Intl.PluralRules('en-US', { type: 'ordinal' });

function ordinal(day: number): string {
  return `${day}${ENDINGS[ordinals.select(day)]}`;
}
