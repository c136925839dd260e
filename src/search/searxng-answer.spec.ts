import { readSearxngAnswer } from './searxng-answer.js';
import { webUrl } from './web-url.js';

const read = (value: unknown) => readSearxngAnswer(JSON.stringify(value));

test('direct answers, infoboxes and the first five pages, in this order', () => {
  const page = (number: number) => ({ title: `Page ${number}`, url: `https://p.example/${number}`, content: 'Text', engine: 'x' });
  const results = read({
    answers: ['42'],
    infoboxes: [{ infobox: 'Silver', content: 'A metal.', urls: [{ title: 'W', url: 'https://w.example/silver' }] }],
    results: [1, 2, 3, 4, 5, 6].map(page),
  });
  expect(results).toHaveLength(7);
  expect(results[0]).toEqual({ title: 'Direct Answer', url: '', content: '42' });
  expect(results[1]).toEqual({ title: 'Silver', url: 'https://w.example/silver', content: 'A metal.' });
  expect(results[6]).toEqual({ title: 'Page 5', url: 'https://p.example/5', content: 'Text' });
});

test('newer answers are objects; an infobox without a text says its facts', () => {
  expect(read({ answers: [{ answer: '1 EUR = 1.08 USD', url: 'https://x.example', template: 'answer/legacy.html' }] })).toEqual([
    { title: 'Direct Answer', url: 'https://x.example', content: '1 EUR = 1.08 USD' },
  ]);
  const [infobox] = read({ infoboxes: [{ infobox: 'Oslo', content: null, id: 'https://o.example', attributes: [{ label: 'Country', value: 'Norway' }, { label: 'Area', value: '454 km²' }, { label: 'Map' }] }] });
  expect(infobox).toEqual({ title: 'Oslo', url: 'https://o.example', content: 'Country: Norway | Area: 454 km²' });
});

test('keeps each on one line, bounded, without what providers refuse', () => {
  const [result] = read({ results: [{ title: 'a\n\nb\u0000', url: 'javascript:alert(1)', content: `x\ty ${'z'.repeat(5_000)}` }] });
  expect(result?.title).toBe('a b\uFFFD');
  expect(result?.url).toBe('');
  expect(result?.content.startsWith('x y z')).toBe(true);
  expect(result?.content.length).toBeLessThanOrEqual(1_000);
});

test.each([[null], [[]], ['text'], [{}], [{ answers: 'x', infoboxes: 5, results: { a: 1 } }], [{ results: [null, 5, 'x', [], {}, { title: 5, content: null }] }]])(
  'an unknown shape %j holds nothing',
  (value) => expect(read(value)).toEqual([]),
);

test('what is no JSON is an error', () => expect(() => readSearxngAnswer('<html>')).toThrow(SyntaxError));

test.each([
  ['https://example.org/a', 'https://example.org/a'],
  ['  http://example.org ', 'http://example.org'],
  ['HTTPS://EXAMPLE.ORG', 'HTTPS://EXAMPLE.ORG'],
  ['ftp://example.org', ''],
  ['javascript:alert(1)', ''],
  ['data:text/html,x', ''],
  ['//example.org', ''],
  ['/path', ''],
  ['http://', ''],
  ['https:///x', 'https:///x'],
  ['', ''],
  [undefined, ''],
  [5, ''],
])('webUrl(%j) is %j', (value, expected) => expect(webUrl(value)).toBe(expected));
