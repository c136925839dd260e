import { headAtCodePoint } from '../../common/text.js';
import type { Passage } from '../document.js';
import { MIN_PASSAGE_CHARACTERS, PASSAGE_CHARACTERS, PASSAGE_OVERLAP_CHARACTERS } from '../limits.js';

/** Where a text may be cut, the best first: before a heading, between paragraphs, sentences, lines, words. */
const BREAKS: readonly RegExp[] = [/\n(?=#{1,6} )/g, /\n[ \t]*\n+/g, /(?<=[.!?…]["'”’)\]]*)\s+|(?<=[。！？])/g, /\n/g, /\s+/g];
const PARAGRAPH_BREAKS = 2;

const HEADING = /^#{1,6} +(.+?) *#*$/gm;

/** What is known of a text that is split. */
export interface SplitOptions {
  /** Its page. */
  readonly page?: number;
  /** Offset of the text in the document. */
  readonly offset?: number;
  /** The lines are the file's own, and are counted. */
  readonly countsLines?: boolean;
  /** Lines that begin with `#` are headings. */
  readonly hasHeadings?: boolean;
}

/**
 * Splits a text into passages of at most PASSAGE_CHARACTERS, at the best places that there are. Each tells where it stands; where one ends
 * within a paragraph the next begins with its last sentences. Blank text gives [].
 */
export function splitPassages(text: string, { page, offset = 0, countsLines = false, hasHeadings = false }: SplitOptions = {}): Passage[] {
  const headings = hasHeadings ? [...text.matchAll(HEADING)].map((match) => ({ at: match.index, heading: match[1] as string })) : [];
  const passages: Passage[] = [];
  let line = 1;
  let lineAt = 0;
  let headingIndex = 0;
  let heading: string | undefined;
  for (const [from, to] of spans(text)) {
    const begin = from + (/^\s*/.exec(text.slice(from, to))?.[0].length ?? 0);
    const end = begin + text.slice(begin, to).trimEnd().length;
    if (begin >= end) continue;
    // A passage that overlaps the one before begins before the line that was counted to.
    line += lineBreaks(text, lineAt, begin);
    lineAt = begin;
    for (let next = headings[headingIndex]; next !== undefined && next.at <= begin; next = headings[headingIndex]) {
      heading = next.heading;
      headingIndex += 1;
    }
    passages.push({
      text: text.slice(begin, end),
      ...(heading === undefined ? {} : { heading }),
      ...(page === undefined ? {} : { page }),
      ...(countsLines ? { line } : {}),
      start: offset + begin,
      end: offset + end,
    });
  }
  return passages;
}

function* spans(text: string): Generator<readonly [from: number, to: number]> {
  for (let from = 0; from < text.length; ) {
    const { to, isWithinParagraph } = nextBreak(text, from);
    yield [from, to];
    from = isWithinParagraph ? overlapStart(text, from, to) : to;
  }
}

function nextBreak(text: string, from: number): { to: number; isWithinParagraph: boolean } {
  if (text.length - from <= PASSAGE_CHARACTERS) return { to: text.length, isWithinParagraph: false };
  const window = text.slice(from, from + PASSAGE_CHARACTERS);
  for (const [index, pattern] of BREAKS.entries()) {
    const last = [...window.matchAll(pattern)].map((match) => match.index + match[0].length).filter((at) => at >= MIN_PASSAGE_CHARACTERS).at(-1);
    if (last !== undefined) return { to: from + last, isWithinParagraph: index >= PARAGRAPH_BREAKS };
  }
  return { to: from + headAtCodePoint(text.slice(from, from + PASSAGE_CHARACTERS + 1), PASSAGE_CHARACTERS).length, isWithinParagraph: false };
}

/** The beginning of the last sentences before `to`, else of the last words; always behind `from`, so that there is an end. */
function overlapStart(text: string, from: number, to: number): number {
  const begin = Math.max(from + MIN_PASSAGE_CHARACTERS / 2, to - PASSAGE_OVERLAP_CHARACTERS);
  const window = text.slice(begin, to);
  for (const pattern of BREAKS.slice(PARAGRAPH_BREAKS)) {
    const first = [...window.matchAll(pattern)].map((match) => match.index + match[0].length).find((at) => at < window.length);
    if (first !== undefined) return begin + first;
  }
  return to;
}

/** Line feeds between two places; negative where the second is before the first. */
function lineBreaks(text: string, from: number, to: number): number {
  let count = 0;
  const [low, high] = from <= to ? [from, to] : [to, from];
  for (let at = text.indexOf('\n', low); at !== -1 && at < high; at = text.indexOf('\n', at + 1)) count += 1;
  return from <= to ? count : -count;
}
