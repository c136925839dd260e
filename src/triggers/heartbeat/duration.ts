import { UNIT_MS } from '../limits.js';

/** Milliseconds of a duration like `30m` or `1h30m`, as the settings have checked it; undefined for none, and for zero. */
export function durationMs(text: string | undefined): number | undefined {
  const parts = [...(text ?? '').matchAll(/(\d+)(ms|s|m|h|d)/g)];
  const total = parts.reduce((sum, [, count, unit]) => sum + Number(count) * UNIT_MS[unit as keyof typeof UNIT_MS], 0);
  return total > 0 ? total : undefined;
}
