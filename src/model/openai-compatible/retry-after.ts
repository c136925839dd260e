import { MAX_RETRY_AFTER_MS } from '../limits.js';

/**
 * Milliseconds that a provider asks to wait, from `retry-after-ms`, or from `retry-after` in seconds or as an HTTP date (RFC
 * 9110, 10.2.3). Undefined where it says nothing or nonsense; never negative, at most a day.
 */
export function parseRetryAfter(header: (name: string) => string | undefined, now: Date): number | undefined {
  const milliseconds = decimal(header('retry-after-ms'));
  if (milliseconds !== undefined) return bounded(milliseconds);
  const value = header('retry-after')?.trim();
  const seconds = decimal(value);
  if (seconds !== undefined) return bounded(seconds * 1000);
  // An HTTP date begins with the name of a day; Date.parse alone would also take "-5" for a year.
  if (value === undefined || !/^[A-Za-z]{3,9},? /.test(value)) return undefined;
  const instant = Date.parse(value);
  return Number.isNaN(instant) ? undefined : bounded(instant - now.getTime());
}

function decimal(value: string | undefined): number | undefined {
  return value !== undefined && /^\s*\d+(\.\d+)?\s*$/.test(value) ? Number(value) : undefined;
}

function bounded(milliseconds: number): number {
  return Math.ceil(Math.min(Math.max(milliseconds, 0), MAX_RETRY_AFTER_MS));
}
