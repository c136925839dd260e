import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ConfigService } from '../config/config.service.js';
import { JarvisPaths } from '../config/jarvis-paths.js';
import { Clock } from '../common/clock.js';
import { describeInstant } from './described-instant.js';
import { clockHoursOf, resolveTimeFormat } from './time-format.js';
import { hostTimeZone } from './time-zone.js';
import { TimeService } from './time.service.js';

const NOW = new Date('2026-01-18T05:19:42.123Z');

class StoppedClock extends Clock {
  override now = (): Date => NOW;
  override sleep = (): Promise<void> => Promise.resolve();
}

describe('the time as the settings want it', () => {
  let home: string;
  let config: ConfigService;
  let time: TimeService;
  const set = (defaults: Record<string, unknown>): Promise<unknown> => config.update({ agents: { defaults } });

  beforeEach(() => {
    home = mkdtempSync(path.join(tmpdir(), 'time-'));
    const paths = new JarvisPaths(home);
    paths.createDirectories();
    config = new ConfigService(paths);
    time = new TimeService(new StoppedClock(), config);
  });
  afterEach(() => rmSync(home, { recursive: true, force: true }));

  test('lives with the host where nothing is set', () => {
    expect(time.userTimeZone).toBe(hostTimeZone());
    expect(time.timeZoneNamed('local')).toBe(hostTimeZone());
  });

  test('follows a change of the settings at once', async () => {
    await set({ userTimezone: 'America/Chicago', timeFormat: '12' });
    expect(await time.describe()).toEqual({
      local: 'Saturday, January 17th, 2026 - 11:19 PM',
      timeZone: 'America/Chicago',
      iso: '2026-01-17T23:19:42.123-06:00',
      timestampUtc: '2026-01-18T05:19:42.123Z',
      timestampMs: NOW.getTime(),
    });
    await set({ userTimezone: 'Nowhere/Land', timeFormat: '24' });
    expect(time.userTimeZone).toBe(hostTimeZone());
  });

  test('puts messages into the envelope that is set', async () => {
    const message = { channel: 'Telegram', from: 'Alice', body: 'hi', sentAt: NOW, previousAt: new Date(NOW.getTime() - 30_000) };
    await set({ userTimezone: 'America/New_York', envelopeTimezone: 'user' });
    expect(await time.envelope(message)).toBe('[Telegram Alice +30s 2026-01-18 00:19 EST] hi');
    await set({ envelopeTimezone: 'Nowhere/Land', envelopeElapsed: 'off' });
    expect(await time.envelope(message)).toBe('[Telegram Alice 2026-01-18T05:19Z] hi');
    await set({ envelopeTimestamp: 'off' });
    expect(await time.envelope(message)).toBe('[Telegram Alice +30s] hi');
  });

  test('tells runs that nobody wrote to', async () => {
    await set({ userTimezone: 'America/New_York', timeFormat: '24', envelopeTimezone: 'utc' });
    expect(await time.currentTimeLine()).toBe('Current time: Sunday, January 18th, 2026 - 00:19 (America/New_York) / 2026-01-18 05:19 UTC');
    expect(await time.systemEventLine('the build is done')).toBe('System: [2026-01-18 05:19:42 UTC] the build is done');
  });
});

describe('an instant in words', () => {
  test.each([
    ['2026-03-08T06:59:00Z', '24', 'Sunday, March 8th, 2026 - 01:59', '2026-03-08T01:59:00.000-05:00'],
    ['2026-03-08T07:00:00Z', '24', 'Sunday, March 8th, 2026 - 03:00', '2026-03-08T03:00:00.000-04:00'],
    ['2026-11-01T05:30:00Z', '12', 'Sunday, November 1st, 2026 - 1:30 AM', '2026-11-01T01:30:00.000-04:00'],
    ['2026-11-01T06:30:00Z', '12', 'Sunday, November 1st, 2026 - 1:30 AM', '2026-11-01T01:30:00.000-05:00'],
    ['2026-06-02T16:05:00Z', '12', 'Tuesday, June 2nd, 2026 - 12:05 PM', '2026-06-02T12:05:00.000-04:00'],
    ['2026-06-03T04:05:00Z', '24', 'Wednesday, June 3rd, 2026 - 00:05', '2026-06-03T00:05:00.000-04:00'],
    ['2026-06-11T16:05:00Z', '24', 'Thursday, June 11th, 2026 - 12:05', '2026-06-11T12:05:00.000-04:00'],
    ['2026-06-23T16:05:00Z', '24', 'Tuesday, June 23rd, 2026 - 12:05', '2026-06-23T12:05:00.000-04:00'],
  ] as const)('%s on a %s-hour clock', async (instant, hours, local, iso) => {
    expect(await describeInstant(new Date(instant), 'America/New_York', hours)).toMatchObject({ local, iso });
  });

  test('a zone without an offset is spelled out', async () => {
    expect(await describeInstant(NOW, 'UTC', '24')).toMatchObject({ iso: '2026-01-18T05:19:42.123+00:00' });
  });

  test.each([
    ['en-US', '12'],
    ['de-DE', '24'],
    ['en-GB', '24'],
  ])('the clock of %s has %s hours', (locale, hours) => {
    expect(clockHoursOf(locale)).toBe(hours);
    expect(resolveTimeFormat('auto')).toBe(clockHoursOf());
  });
});
