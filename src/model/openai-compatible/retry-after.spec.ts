import { parseRetryAfter } from './retry-after.js';

const NOW = new Date('2026-10-21T07:28:00Z');
const parse = (headers: Readonly<Record<string, string>>): number | undefined => parseRetryAfter((name) => headers[name], NOW);

test.each([
  ['seconds', '7', 7_000],
  ['a fraction', '0.25', 250],
  ['with blanks', ' 3 ', 3_000],
  ['zero', '0', 0],
  ['an HTTP date', 'Wed, 21 Oct 2026 07:28:05 GMT', 5_000],
  ['an HTTP date of the older form', 'Wednesday, 21-Oct-26 07:28:05 GMT', 5_000],
  ['a date in the past', 'Wed, 21 Oct 2015 07:28:00 GMT', 0],
  ['a date far away', 'Wed, 21 Oct 2099 07:28:00 GMT', 86_400_000],
  ['more seconds than a day', '99999999999999999999999', 86_400_000],
  ['nonsense', 'soon', undefined],
  ['a negative number', '-5', undefined],
  ['infinity', 'Infinity', undefined],
  ['an exponent', '1e3', undefined],
  ['a date that is none', 'Wed, 99 Foo 2026', undefined],
  ['empty', '', undefined],
])('Retry-After: %s', (_name, value, expected) => {
  expect(parse({ 'retry-after': value })).toBe(expected);
});

test('retry-after-ms is the finer one, and absence is undefined', () => {
  expect(parse({ 'retry-after-ms': '120', 'retry-after': '1' })).toBe(120);
  expect(parse({ 'retry-after-ms': 'x', 'retry-after': '1' })).toBe(1_000);
  expect(parse({})).toBeUndefined();
});
