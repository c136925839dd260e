import type { AnswerCitation } from '../../prompt/turn-context.js';
import type { StoredPassage } from '../document.js';
import { sourceOf } from '../passage-source.js';

const CODE = /```[^]*?(?:```|$)|`[^`\n]*`/g;
const CITATION = /\[(\d{1,3}(?:\s*[,;]\s*\d{1,3})*)\]/g;

/** The passages that the model was given in one turn, numbered from 1 on: what `[2]` in its answer means. */
export class CitedPassages {
  private readonly passages: StoredPassage[] = [];

  /** The number of a passage: the same each time it is given. */
  numberOf(passage: StoredPassage): number {
    const known = this.passages.findIndex(({ id }) => id === passage.id);
    if (known !== -1) return known + 1;
    this.passages.push(passage);
    return this.passages.length;
  }

  /** What an answer cites, in the order of its numbers. Brackets in code cite nothing. */
  citedIn(response: string): AnswerCitation[] {
    const numbers = [...response.replace(CODE, ' ').matchAll(CITATION)].flatMap((match) => (match[1] as string).split(/[,;]/).map(Number));
    return [...new Set(numbers)]
      .sort((a, b) => a - b)
      .flatMap((number) => {
        const passage = this.passages[number - 1];
        return passage === undefined ? [] : [{ number, source: sourceOf(passage), documentId: passage.documentId, passage: passage.id }];
      });
  }
}
