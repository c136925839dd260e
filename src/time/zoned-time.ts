import type { DateTime } from 'luxon';

/** A wall clock in one zone at one instant, in English. */
export type ZonedTime = DateTime;

/**
 * What a clock on the wall of `timeZone` shows at `instant`. luxon is loaded by the first call: it takes about 20 ms, which a start
 * should not pay.
 */
export async function zonedTime(instant: Date, timeZone: string): Promise<ZonedTime> {
  const { DateTime } = await import('luxon');
  return DateTime.fromJSDate(instant, { zone: timeZone }).setLocale('en-US');
}

/** `2026-01-18 00:19 EST`: to the minute, on a 24-hour clock, with the zone's short English name. */
export function minuteStamp(time: ZonedTime): string {
  return time.toFormat('yyyy-MM-dd HH:mm ZZZZ');
}
