import { HELD_BACK_CHARACTERS } from '../limits.js';
import { fenceAfter } from './markdown-blocks.js';

/** A line of nothing but signs: a list, a heading, a rule or a fence, nobody knows yet. */
const ONLY_SIGNS = /^\s*(?:[-=*_#>+`~:|\s]+|\d{1,9}[.)]?)$/;

/** The second line of a table, as far as it has come. */
const TABLE_RULE = /^[\s|:-]*$/;

/** Signs that change the looks of what is behind them once they are closed. */
const OPENERS = /(?<!\\)(?:`+|~~(?=\S)|\*{1,3}(?=\S|$)|(?<![\p{L}\p{N}_])_{1,3}(?=\S|$)|\[)/gu;

/**
 * Of an answer that is still being written, what can be shown without changing its looks with the next letters. What is
 * held back is little: at most a line of signs, the head of a table, or a phrase that is not closed yet.
 */
export function withoutUndecided(text: string): string {
  const lines = text.split(/(?<=\n)/);
  const last = lines.at(-1) ?? '';
  const isWhole = last.endsWith('\n');
  const before = text.slice(0, text.length - last.length);
  const isInFence = lines.slice(0, -1).reduce((fence, line) => fenceAfter(line, fence), '') !== '';
  if (isInFence) return !isWhole && /^\s*[`~]+$/.test(last) ? before : text;
  const head = tableHead(lines);
  if (head !== '') return text.slice(0, text.length - head.length);
  if (isWhole) return text;
  if (ONLY_SIGNS.test(last) || /^\s*[`~]{3}/.test(last)) return before;
  return before + withoutOpenPhrase(last);
}

/** What may become the head of a table, at the end of the text; '' where there is nothing such, or it is one already. */
function tableHead(lines: readonly string[]): string {
  const paragraph = lines.slice(lines.findLastIndex((line) => line.trim() === '') + 1);
  const [first = '', second] = paragraph;
  if (!first.trimStart().startsWith('|') || paragraph.length > 2) return '';
  const isOpen = second === undefined || (!second.endsWith('\n') && TABLE_RULE.test(second));
  return isOpen ? paragraph.join('') : '';
}

/** The line up to a sign that opens something and is not closed, where that is near its end. */
function withoutOpenPhrase(line: string): string {
  for (let from = 0; ; ) {
    OPENERS.lastIndex = from;
    const opener = OPENERS.exec(line);
    if (opener === null) return line;
    const [sign] = opener;
    const end = sign === '[' ? endOfLink(line, opener.index) : line.indexOf(sign, opener.index + sign.length);
    if (end === -1) return line.length - opener.index > HELD_BACK_CHARACTERS ? line : line.slice(0, opener.index);
    from = end + sign.length;
  }
}

/** Where a link ends, or what turns out to be none; -1 where that is open. */
function endOfLink(line: string, start: number): number {
  const close = line.indexOf(']', start);
  if (close === -1 || close === line.length - 1) return -1;
  return line[close + 1] === '(' ? line.indexOf(')', close) : close;
}
