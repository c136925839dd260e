import { MAX_FREQUENT_WORDS, MAX_RANKED_TEXTS, MAX_SEARCHED_WORDS } from './limits.js';
import type { QueryWord } from './search-text.js';

/** A word, and how many texts hold it, counted up to MAX_RANKED_TEXTS + 1. */
export interface CountedWord extends QueryWord {
  readonly count: number;
}

/**
 * The words that decide: from the rarest on, as many as together match no more texts than are ranked. Where even the rarest matches more, the
 * newest texts are ranked by the rarest few. Words that no text holds are left out.
 */
export function rarestWords(words: readonly CountedWord[]): CountedWord[] {
  const known = words.filter(({ count }) => count > 0).sort((a, b) => a.count - b.count).slice(0, MAX_SEARCHED_WORDS);
  const chosen: CountedWord[] = [];
  let matching = 0;
  for (const word of known) {
    matching += word.count;
    if (matching > MAX_RANKED_TEXTS) break;
    chosen.push(word);
  }
  return chosen.length > 0 ? chosen : known.slice(0, MAX_FREQUENT_WORDS);
}
