const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAYS_OF_A_WEEK = 7;

const TIME: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };
const format = (date: Date, options: Intl.DateTimeFormatOptions): string => new Intl.DateTimeFormat('en-GB', options).format(date);

/** Whole days by the calendar between two instants, of this machine's time zone. */
function daysBetween(from: Date, to: Date): number {
  const dayOf = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
  return (dayOf(to) - dayOf(from)) / (24 * HOUR_MS);
}

/** When something was, as people say it: "5 minutes ago", "today, 14:05", "Monday", "12 March 2024". '' for no instant. */
export function dateInWords(iso: string, now: Date): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return '';
  const age = now.getTime() - date.getTime();
  if (age < MINUTE_MS) return 'just now';
  if (age < HOUR_MS) return Math.floor(age / MINUTE_MS) === 1 ? '1 minute ago' : `${Math.floor(age / MINUTE_MS)} minutes ago`;
  const days = daysBetween(date, now);
  if (days === 0) return `today, ${format(date, TIME)}`;
  if (days === 1) return `yesterday, ${format(date, TIME)}`;
  if (days < DAYS_OF_A_WEEK) return format(date, { weekday: 'long' });
  const isThisYear = date.getFullYear() === now.getFullYear();
  return format(date, { day: 'numeric', month: 'long', ...(!isThisYear && { year: 'numeric' }) });
}
