import { providerInstant, withTimestamps } from './provider-timestamp.js';

const AT = { timestampMs: 1_768_713_582_123, timestampUtc: '2026-01-18T05:19:42.123Z' };
const SECOND = { timestampMs: 1_768_713_582_000, timestampUtc: '2026-01-18T05:19:42.000Z' };

describe('timestamps of providers', () => {
  test.each([
    ['a Date', new Date(AT.timestampMs), AT],
    ['milliseconds', AT.timestampMs, AT],
    ['seconds', 1_768_713_582, SECOND],
    ['seconds with a fraction', 1_768_713_582.123, AT],
    ['the last number that is seconds', 999_999_999, { timestampMs: 999_999_999_000, timestampUtc: '2001-09-09T01:46:39.000Z' }],
    ['the first number that is milliseconds', 1e12, { timestampMs: 1e12, timestampUtc: '2001-09-09T01:46:40.000Z' }],
    ['seconds as digits', '1768713582', SECOND],
    ['seconds as digits with a point', '1768713582.123', AT],
    ['milliseconds as digits', '1768713582123', AT],
    ['ISO 8601', '2026-01-18T05:19:42.123Z', AT],
    ['ISO 8601 with an offset', '2026-01-18T06:19:42.123+01:00', AT],
    ['a date of a mail', 'Sun, 18 Jan 2026 05:19:42 GMT', SECOND],
    ['the year 1970', 0, { timestampMs: 0, timestampUtc: '1970-01-01T00:00:00.000Z' }],
    ['words', 'yesterday', undefined],
    ['words with a number', 'step 5', undefined],
    ['words with a year', 'since 2001', undefined],
    ['nothing', '', undefined],
    ['null', null, undefined],
    ['a Date that is none', new Date(Number.NaN), undefined],
    ['no number', Number.NaN, undefined],
    ['more than a Date holds', 1e17, undefined],
  ])('%s', (_name, value, expected) => {
    expect(providerInstant(value)).toEqual(expected);
  });

  test('are added beside what the provider said', () => {
    expect(withTimestamps({ ts: '1768713582.123', text: 'hi' }, '1768713582.123')).toEqual({ ts: '1768713582.123', text: 'hi', ...AT });
    expect(withTimestamps({ ts: 'soon' }, 'soon')).toEqual({ ts: 'soon' });
  });

  test.each([
    ['both', { timestampMs: 5, timestampUtc: '2020-01-01T00:00:00Z' }, { timestampMs: 5, timestampUtc: '2020-01-01T00:00:00Z' }],
    ['the number', { timestampMs: 5 }, { timestampMs: 5, timestampUtc: '1970-01-01T00:00:00.005Z' }],
    ['the text', { timestampUtc: '2020-01-01T00:00:00Z' }, { timestampMs: 1_577_836_800_000, timestampUtc: '2020-01-01T00:00:00Z' }],
    ['a text that is no date', { timestampUtc: 'now' }, AT],
    ['a number that is none', { timestampMs: Number.NaN }, AT],
  ])('%s that is there and valid stays', (_name, given, expected) => {
    expect(withTimestamps(given, AT.timestampMs)).toEqual(expected);
  });
});
