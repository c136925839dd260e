import fc from 'fast-check';
import { MIN_PASSAGE_CHARACTERS, PASSAGE_CHARACTERS, PASSAGE_OVERLAP_CHARACTERS } from '../limits.js';
import { splitPassages } from './split-passages.js';

const sentence = (number: number): string => `Sentence number ${number} says something about bees. `;
const sentences = (count: number): string => Array.from({ length: count }, (_, number) => sentence(number)).join('');

describe('splitPassages', () => {
  test('a short text is one passage, without the blanks around it, and tells where it stands', () => {
    expect(splitPassages('\n\n  The boiler.\n', { countsLines: true, offset: 100 })).toEqual([{ text: 'The boiler.', line: 3, start: 104, end: 115 }]);
    expect(splitPassages('x', { page: 7 })).toEqual([{ text: 'x', page: 7, start: 0, end: 1 }]);
    expect(splitPassages(' \n\t\n')).toEqual([]);
  });

  test('a long text is cut between paragraphs where there are any, and nothing is repeated', () => {
    const paragraphs = [12, 13, 14].map((count) => sentences(count).trim());
    expect(splitPassages(paragraphs.join('\n\n')).map(({ text }) => text)).toEqual(paragraphs);
  });

  test('a long paragraph is cut between sentences, and the next passage begins with the last ones', () => {
    const passages = splitPassages(sentences(60));
    expect(passages.length).toBeGreaterThan(2);
    for (const [index, { text, start }] of passages.entries()) {
      expect(text).toMatch(/^Sentence number \d+ says.*bees\.$/);
      const before = passages[index - 1];
      if (before === undefined) continue;
      expect(start).toBeLessThan(before.end);
      expect(before.end - start).toBeLessThanOrEqual(PASSAGE_OVERLAP_CHARACTERS);
    }
  });

  test('headings begin passages, and a passage knows the last one before it', () => {
    const text = `# Boiler\n\n${sentences(10)}\n## Pressure\n\n${sentences(12)}\n\n${sentences(14)}`;
    const passages = splitPassages(text, { hasHeadings: true });
    expect(passages.map(({ heading }) => heading)).toEqual(['Boiler', 'Pressure', 'Pressure']);
    expect(passages[1]?.text).toMatch(/^## Pressure/);
  });

  test('lines are counted, also over what is repeated', () => {
    const text = Array.from({ length: 300 }, (_, number) => `line ${number + 1} of the file`).join('\n');
    for (const { text: passage, line } of splitPassages(text, { countsLines: true })) expect(passage).toMatch(new RegExp(`^line ${line} of`));
  });

  test('Chinese is cut behind its full stops', () => {
    const passages = splitPassages('蜜蜂在蜂巢里睡觉。'.repeat(300));
    expect(passages.length).toBeGreaterThan(1);
    for (const { text } of passages) expect(text).toMatch(/^蜜蜂.*。$/);
  });

  test('any text: every word is in a passage, no passage is too long or torn within a character, and each is where it says', () => {
    const word = fc.oneof(fc.string({ unit: 'binary', maxLength: 30 }), fc.constantFrom('\n', '\n\n', '. ', '# ', '🙂'.repeat(600), 'a'.repeat(2500)));
    fc.assert(
      fc.property(fc.array(word, { maxLength: 60 }), (words) => {
        const text = words.join(' ');
        const passages = splitPassages(text, { hasHeadings: true, countsLines: true });
        let covered = 0;
        for (const { text: passage, start, end, line } of passages) {
          expect(text.slice(covered, Math.max(covered, start)).trim()).toBe('');
          expect(text.slice(start, end)).toBe(passage);
          expect(passage.length).toBeLessThanOrEqual(PASSAGE_CHARACTERS);
          expect(line).toBe(text.slice(0, start).split('\n').length);
          expect(/^[\uDC00-\uDFFF]/.test(passage) && /[\uD800-\uDBFF]$/.test(text.slice(0, start))).toBe(false);
          covered = Math.max(covered, end);
        }
        expect(text.slice(covered).trim()).toBe('');
        expect(passages.length).toBeLessThanOrEqual(1 + text.length / (MIN_PASSAGE_CHARACTERS / 2));
      }),
    );
  });
});
