import fc from 'fast-check';
import { assertCron, nextCronRunAt, withZone } from './cron-expression.js';
import { hostTimeZone } from '../time/time-zone.js';

const runs = (expr: string, tz: string, from: string, count: number): string[] => {
  const found: string[] = [];
  for (let after = Date.parse(from); found.length < count; ) {
    const next = nextCronRunAt({ kind: 'cron', expr, tz }, after);
    if (next === undefined) break;
    found.push(new Date(next).toISOString().replace('.000Z', 'Z'));
    after = next;
  }
  return found;
};

describe('cron expressions', () => {
  test.each([
    ['a time that clocks skip, once', '30 2 * * *', 'Europe/Berlin', '2026-03-28T12:00:00Z', ['2026-03-29T01:00:00Z', '2026-03-30T00:30:00Z']],
    ['a time that a day has twice, once', '30 2 * * *', 'Europe/Berlin', '2026-10-24T12:00:00Z', ['2026-10-25T00:30:00Z', '2026-10-26T01:30:00Z']],
    ['the same in America', '15 2 * * *', 'America/New_York', '2026-03-07T12:00:00Z', ['2026-03-08T07:00:00Z', '2026-03-09T06:15:00Z']],
    ['and its fold', '30 1 * * *', 'America/New_York', '2026-10-31T12:00:00Z', ['2026-11-01T05:30:00Z', '2026-11-02T06:30:00Z']],
    ['a fold of half an hour', '45 1 * * *', 'Australia/Lord_Howe', '2026-04-04T00:00:00Z', ['2026-04-04T14:45:00Z', '2026-04-05T15:15:00Z']],
    ['weekdays', '0 8 * * 1-5', 'UTC', '2026-11-27T09:00:00Z', ['2026-11-30T08:00:00Z', '2026-12-01T08:00:00Z']],
    ['seconds', '*/20 * * * * *', 'UTC', '2026-11-30T08:00:59Z', ['2026-11-30T08:01:00Z', '2026-11-30T08:01:20Z']],
    ['a leap day', '0 0 29 2 *', 'UTC', '2026-01-01T00:00:00Z', ['2028-02-29T00:00:00Z', '2032-02-29T00:00:00Z']],
  ])('%s', (_name, expr, tz, from, expected) => expect(runs(expr, tz, from, expected.length)).toEqual(expected));

  test.each([
    ['0 0 31 2 *', 'UTC', 'never comes'],
    ['60 * * * *', 'UTC', 'Invalid value for minute: 60'],
    ['bad', 'UTC', 'has 1 field:'],
    ['* * * * * * *', 'UTC', 'has 7 fields'],
    ['@daily', 'UTC', 'has 1 field'],
    ['a b c d e', 'UTC', 'is no cron expression'],
    ['* * * * *', 'Mars/Base', 'There is no time zone "Mars/Base"'],
    ['* * * * *', '+02:00', 'There is no time zone'],
  ])('%s in %s is refused with the reason', (expr, tz, reason) => {
    expect(() => assertCron({ kind: 'cron', expr, tz }, 0)).toThrow(reason);
  });

  test('without a zone the host’s is written down', () => {
    expect(withZone({ kind: 'cron', expr: ' 0  8 * * * ' })).toEqual({ kind: 'cron', expr: '0 8 * * *', tz: hostTimeZone() });
    expect(withZone({ kind: 'cron', expr: '0 8 * * *', tz: 'europe/berlin' })).toMatchObject({ tz: 'Europe/Berlin' });
  });

  test('the next time lies ahead, and asking moves nothing', () => {
    const instants = fc.integer({ min: Date.UTC(2025, 0), max: Date.UTC(2030, 0) });
    const minute = fc.integer({ min: 0, max: 59 });
    const hour = fc.integer({ min: 0, max: 23 });
    const zones = fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Pacific/Apia');
    fc.assert(
      fc.property(instants, minute, hour, zones, (after, m, h, tz) => {
        const schedule = { kind: 'cron', expr: `${m} ${h} * * *`, tz } as const;
        const next = nextCronRunAt(schedule, after) as number;
        expect(next).toBeGreaterThan(after);
        expect(next - after).toBeLessThanOrEqual(26 * 3_600_000);
        expect(nextCronRunAt(schedule, after)).toBe(next);
        expect(nextCronRunAt(schedule, next - 1)).toBe(next);
      }),
      { numRuns: 300 },
    );
  });
});
