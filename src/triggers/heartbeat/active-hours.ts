/** A part of the day: from the minute `start` on, to before the minute `end`; over midnight where `end` comes first. */
export interface DayPart {
  readonly start: string;
  readonly end: string;
}

/** Whether the clocks of a zone show a time within the part. Nothing is within a part that begins when it ends. */
export function isWithin({ start, end }: DayPart, instant: Date, timeZone: string): boolean {
  const shown = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(instant);
  const [from, to, now] = [minuteOf(start), minuteOf(end), minuteOf(shown)];
  return from <= to ? now >= from && now < to : now >= from || now < to;
}

function minuteOf(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return hour * 60 + minute;
}
