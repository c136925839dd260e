import type { StoredPassage } from '../document.js';
import { CitedPassages } from './cited-passages.js';

const passage = (id: number, page?: number): StoredPassage => ({ id, documentId: `d${id}`, ordinal: 0, title: `file ${id}`, text: 't', start: 0, end: 1, ...(page === undefined ? {} : { page }) });

describe('CitedPassages', () => {
  const cited = new CitedPassages();
  cited.numberOf(passage(10));
  cited.numberOf(passage(20, 3));

  test('a passage keeps its number, and a new one gets the next', () => {
    const numbers = new CitedPassages();
    expect([passage(5), passage(9), passage(5)].map((one) => numbers.numberOf(one))).toEqual([1, 2, 1]);
  });

  test.each([
    ['One bar [1].', [1]],
    ['Both [2][1], again [1].', [1, 2]],
    ['Both [1, 2] and [2;1].', [1, 2]],
    ['None [3] [0] [x] (1) [1234].', []],
    ['Code `a[1]` and\n```\nb[2]\n```\n', []],
    ['', []],
  ])('%j cites %j', (response, numbers) => expect(cited.citedIn(response).map(({ number }) => number)).toEqual(numbers));

  test('a citation says where the passage stands', () => {
    expect(cited.citedIn('[2]')).toEqual([{ number: 2, source: 'file 20, page 3', documentId: 'd20', passage: 20 }]);
  });
});
