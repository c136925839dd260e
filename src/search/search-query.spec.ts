import { searchQuery, weatherPlace } from './search-query.js';

test.each([
  ["what's the weather in Tulsa today?", 'Tulsa weather'],
  ['What’s the weather like in São Paulo right now?', 'São Paulo weather'],
  ['weather for Oslo', 'Oslo weather'],
  ['What is the temperature in New York, please?', 'New York weather'],
  ['Oslo weather today', 'Oslo weather'],
  ['what is the spot price of silver?', 'silver price today USD'],
  ['What is the current price of Brent oil in euros?', 'Brent oil in euros price today'],
  ['how much does a Raspberry Pi 5 cost?', 'a Raspberry Pi 5 price today USD'],
  ['what temperature should I use for sampling', 'what temperature should I use for sampling'],
  ['Who won\nthe match?', 'Who won the match?'],
])('%j is asked as %j', (message, query) => expect(searchQuery(message)).toBe(query));

test('a long message is cut at a word, never within a character', () => {
  const words = searchQuery('word '.repeat(100));
  expect(words.length).toBeLessThanOrEqual(100);
  expect(words.endsWith('word')).toBe(true);
  expect(searchQuery('😀'.repeat(200))).toBe('😀'.repeat(50));
});

test.each(['weather', 'what is the weather like?', 'the weather today', 'what temperature should I use for sampling', 'is the weather service down', 'current weather', ''])(
  '%j names no place',
  (text) => expect(weatherPlace(text)).toBeUndefined(),
);

test.each([
  ['Oslo weather today', 'Oslo'],
  ['weather in Oslo tomorrow', 'Oslo'],
  ["what's the forecast for St. John's this weekend?", "St. John's"],
])('%j names %j', (text, place) => expect(weatherPlace(text)).toBe(place));

test('a hostile message costs no more than any other', () => {
  const started = performance.now();
  for (const message of [`${'?'.repeat(1_000_000)}x`, `weather in ${' today'.repeat(200_000)}x`, `${', '.repeat(500_000)}x`]) searchQuery(message);
  // Worse than linear takes minutes here; the limit leaves room for a busy machine.
  expect(performance.now() - started).toBeLessThan(4_000);
});
