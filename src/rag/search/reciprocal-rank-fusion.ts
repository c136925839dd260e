import { FUSION_RANK_OFFSET } from '../limits.js';

/**
 * Joins ranked lists: each gives an entry 1 / (FUSION_RANK_OFFSET + its place from 1 on), so that what stands high in several comes first
 * and no list needs a score that can be compared with another's (Cormack, Clarke, Büttcher: Reciprocal Rank Fusion, SIGIR 2009). Best
 * first; the earlier list decides between equals.
 */
export function reciprocalRankFusion(lists: readonly (readonly number[])[]): { id: number; score: number }[] {
  const scores = new Map<number, number>();
  for (const list of lists) {
    for (const [index, id] of list.entries()) scores.set(id, (scores.get(id) ?? 0) + 1 / (FUSION_RANK_OFFSET + index + 1));
  }
  return [...scores].map(([id, score]) => ({ id, score })).sort((a, b) => b.score - a.score);
}
