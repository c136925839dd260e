import { elapsedText } from './elapsed-text.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('elapsed time', () => {
  test.each([
    [0, '0s'],
    [999, '0s'],
    [1000, '1s'],
    [29_999, '29s'],
    [30_000, '30s'],
    [MINUTE - 1, '59s'],
    [MINUTE, '1m'],
    [90_000, '1m'],
    [2 * MINUTE - 1, '1m'],
    [2 * MINUTE, '2m'],
    [HOUR - 1, '59m'],
    [HOUR, '1h'],
    [90 * MINUTE, '1h'],
    [2 * HOUR, '2h'],
    [48 * HOUR - 1, '47h'],
    [48 * HOUR, '2d'],
    [72 * HOUR - 1, '2d'],
    [72 * HOUR, '3d'],
    [400 * 24 * HOUR, '400d'],
    [-1, undefined],
    [Number.NaN, undefined],
    [Infinity, undefined],
  ])('%d ms are %j', (milliseconds, expected) => {
    expect(elapsedText(milliseconds)).toBe(expected);
  });
});
