const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** From here on days are counted. Two days of hours: "47h" says more than "1d". */
const DAYS_FROM_MS = 2 * DAY_MS;

/**
 * A duration as people say it, in whole units that have passed: `30s`, `2m`, `47h`, `3d`. Undefined where it is negative or no number:
 * clocks differ, and nothing came before it happened.
 */
export function elapsedText(milliseconds: number): string | undefined {
  if (!Number.isFinite(milliseconds) || milliseconds < 0) return undefined;
  if (milliseconds < MINUTE_MS) return `${Math.floor(milliseconds / SECOND_MS)}s`;
  if (milliseconds < HOUR_MS) return `${Math.floor(milliseconds / MINUTE_MS)}m`;
  if (milliseconds < DAYS_FROM_MS) return `${Math.floor(milliseconds / HOUR_MS)}h`;
  return `${Math.floor(milliseconds / DAY_MS)}d`;
}
