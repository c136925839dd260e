import type { StoredPassage } from './document.js';

/** Where a passage stands, for people: `manual.pdf, page 3`, `notes.md, line 12`. */
export function sourceOf({ title, page, line }: Pick<StoredPassage, 'title' | 'page' | 'line'>): string {
  if (page !== undefined) return `${title}, page ${page}`;
  return line === undefined ? title : `${title}, line ${line}`;
}
