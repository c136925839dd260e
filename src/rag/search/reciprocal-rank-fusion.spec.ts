import { reciprocalRankFusion } from './reciprocal-rank-fusion.js';

describe('reciprocalRankFusion', () => {
  const order = (...lists: number[][]): number[] => reciprocalRankFusion(lists).map(({ id }) => id);

  test('what stands in both lists comes before what stands high in one', () => expect(order([1, 2, 3], [4, 3, 5])[0]).toBe(3));
  test('one list stays in its order', () => expect(order([3, 1, 2], [])).toEqual([3, 1, 2]));
  test('the earlier list decides between equals', () => expect(order([1], [2])).toEqual([1, 2]));
  test('the score is the sum of the reciprocal ranks', () => expect(reciprocalRankFusion([[7], [8, 7]])[0]).toEqual({ id: 7, score: 1 / 61 + 1 / 62 }));
  test('no list, no result', () => expect(order()).toEqual([]));
});
