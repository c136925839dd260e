import { headAtCodePoint } from '../../common/text.js';
import type { Passage } from '../document.js';
import { MIN_PASSAGE_CHARACTERS, PASSAGE_CHARACTERS, PASSAGE_OVERLAP_CHARACTERS } from '../limits.js';

/** Where a text may be cut, the best first: before a heading, between paragraphs, sentences, lines, words. Each gives whether there is a cut at a place. */
const BREAKS: readonly ((text: string, at: number) => boolean)[] = [
  (text, at) => text[at - 1] === '\n' && text[at] === '#',
  (text, at) => text[at - 1] === '\n' && text[at - 2] === '\n',
  (text, at) => (isSpace(text[at - 1]) && SENTENCE_END.test(text.slice(at - 4, at).trimEnd())) || UNSPACED_END.has(text[at - 1] ?? ''),
  (text, at) => text[at - 1] === '\n',
  (text, at) => isSpace(text[at - 1]),
];
const PARAGRAPH_BREAKS = 2;

const SENTENCE_END = /[.!?…]["'”’)\]]?$/;
const UNSPACED_END: ReadonlySet<string> = new Set(['。', '！', '？']);

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
  const end = from + PASSAGE_CHARACTERS;
  if (text.length <= end) return { to: text.length, isWithinParagraph: false };
  for (const [index, isBreak] of BREAKS.entries()) {
    for (let at = end; at >= from + MIN_PASSAGE_CHARACTERS; at -= 1) {
      if (isBreak(text, at)) return { to: at, isWithinParagraph: index >= PARAGRAPH_BREAKS };
    }
  }
  return { to: from + headAtCodePoint(text.slice(from, end + 1), PASSAGE_CHARACTERS).length, isWithinParagraph: false };
}

/** The beginning of the last sentences before `to`, else of the last words; always far enough behind `from`, so that there is an end. */
function overlapStart(text: string, from: number, to: number): number {
  const begin = Math.max(from + MIN_PASSAGE_CHARACTERS / 2, to - PASSAGE_OVERLAP_CHARACTERS);
  for (const isBreak of BREAKS.slice(PARAGRAPH_BREAKS)) {
    for (let at = begin; at < to; at += 1) if (isBreak(text, at)) return at;
  }
  return to;
}

function isSpace(character: string | undefined): boolean {
  return character === ' ' || character === '\n' || character === '\t';
}

/** Line feeds between two places; negative where the second is before the first. */
function lineBreaks(text: string, from: number, to: number): number {
  const count = text.slice(Math.min(from, to), Math.max(from, to)).split('\n').length - 1;
  return from <= to ? count : -count;
}
