import { formatBytes, formatDuration } from './format.js';

test.each([
  [0, '0 s'],
  [59.9, '59 s'],
  [60, '1 min'],
  [3_599, '59 min'],
  [3_600, '1 h 0 min'],
  [90_000, '1 d 1 h'],
])('%d seconds are %s', (seconds, text) => expect(formatDuration(seconds)).toBe(text));

test.each([
  [0, '0 MB'],
  [96_400_000, '96 MB'],
  [1_440_000_000, '1.4 GB'],
])('%d bytes are %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text));
