import type { FoundPassage } from '../document.js';
import { sourceOf } from '../passage-source.js';
import type { CitedPassages } from './cited-passages.js';

/** A passage as the model reads it: `cite` is what it writes to cite it. */
export interface DescribedPassage {
  readonly cite: string;
  readonly source: string;
  readonly heading?: string;
  readonly text: string;
}

/** Numbers a passage within its turn. */
export function described(passage: FoundPassage, cited: CitedPassages): DescribedPassage {
  const { heading, text } = passage;
  return { cite: `[${cited.numberOf(passage)}]`, source: sourceOf(passage), ...(heading === undefined ? {} : { heading }), text };
}
