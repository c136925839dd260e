import type { Timing } from '../api/schedule.js';

/** What can be chosen for a new schedule, and what is typed for each. */
export interface TimingFields {
  kind: 'daily' | 'every' | 'once' | 'cron';
  /** "09:00". */
  time: string;
  count: string;
  /** Milliseconds. */
  unit: string;
  /** "2026-12-24T18:00", in the browser's zone. */
  at: string;
  expression: string;
}

export const FIRST_FIELDS: TimingFields = { kind: 'daily', time: '09:00', count: '1', unit: '3600000', at: '', expression: '0 9 * * 1-5' };

/** When that is, for the server. `zone` is the browser's. */
export function timingOf({ kind, time, count, unit, at, expression }: TimingFields, zone: string): Timing {
  switch (kind) {
    case 'daily': {
      const [hour, minute] = time.split(':').map(Number);
      return { kind: 'cron', expr: `${minute ?? 0} ${hour ?? 0} * * *`, tz: zone };
    }
    case 'every':
      return { kind: 'every', everyMs: Number(count) * Number(unit) };
    case 'once':
      return { kind: 'at', at: new Date(at).toISOString() };
    case 'cron':
      return { kind: 'cron', expr: expression.trim(), tz: zone };
  }
}
