import { isWithin } from './active-hours.js';
import { asksForSomething, wordsOf } from './acknowledgement.js';
import { durationMs } from './duration.js';

test.each([['30m', 1_800_000], ['1h30m', 5_400_000], ['90s', 90_000], ['2d', 172_800_000], ['0m', undefined], [undefined, undefined]])('%s is %s ms', (text, expected) => {
  expect(durationMs(text)).toBe(expected);
});

describe('active hours', () => {
  const at = (instant: string, start: string, end: string, zone = 'UTC'): boolean => isWithin({ start, end }, new Date(instant), zone);

  test.each([
    ['2026-11-30T08:00:00Z', '08:00', '22:00', true],
    ['2026-11-30T07:59:59Z', '08:00', '22:00', false],
    ['2026-11-30T22:00:00Z', '08:00', '22:00', false],
    ['2026-11-30T23:30:00Z', '22:00', '06:00', true],
    ['2026-11-30T05:59:00Z', '22:00', '06:00', true],
    ['2026-11-30T06:00:00Z', '22:00', '06:00', false],
    ['2026-11-30T23:59:00Z', '08:00', '24:00', true],
    ['2026-11-30T12:00:00Z', '08:00', '08:00', false],
  ])('%s in %s to %s: %s', (instant, start, end, expected) => expect(at(instant, start, end)).toBe(expected));

  test('are those of the zone, also where its clocks change', () => {
    expect(at('2026-03-28T07:30:00Z', '09:00', '10:00', 'Europe/Berlin')).toBe(false);
    expect(at('2026-03-29T07:30:00Z', '09:00', '10:00', 'Europe/Berlin')).toBe(true);
  });
});

test.each([
  ['HEARTBEAT_OK', undefined],
  ['HEARTBEAT_OK.', undefined],
  ['All quiet. HEARTBEAT_OK', undefined],
  ['HEARTBEAT_OK nothing to report', undefined],
  [`HEARTBEAT_OK ${'x'.repeat(301)}`, 'x'.repeat(301)],
  ['The disk is full.', 'The disk is full.'],
  ['I say HEARTBEAT_OK in the middle of it.', 'I say HEARTBEAT_OK in the middle of it.'],
  ['  ', undefined],
])('%j says %j', (response, expected) => expect(wordsOf(response)).toBe(expected));

test.each([
  ['', false],
  ['# Heartbeat\n\n<!-- nothing\nyet -->\n\n- [ ]\n---\n', false],
  ['# Heartbeat\n<!-- open', false],
  ['# Heartbeat\n- Look at the disk.', true],
  ['Look at the disk.', true],
])('HEARTBEAT.md %j asks for something: %s', (file, expected) => expect(asksForSomething(file)).toBe(expected));
