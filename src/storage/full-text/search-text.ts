import { toWellFormedText } from '../../common/text.js';
import { MAX_QUERY_WORDS } from './limits.js';
import { isStopWord } from './stop-words.js';

/** Scripts that put no spaces between words: each character is a word of the index, and words are found as phrases of them. */
const UNSPACED = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}ー々';
const HAS_UNSPACED = new RegExp(`[${UNSPACED}]`, 'u');
const UNSPACED_CHARACTER = new RegExp(`[${UNSPACED}]`, 'gu');
const UNSPACED_RUN = new RegExp(`([${UNSPACED}\\p{Mark}]+)`, 'u');

/** Signs that tell `C++` from `C` and `@x` from `x`, and emoji. All others only separate words. */
const SIGN = /[@#&%]|(?!\p{Sk})\p{S}/gu;

const ACCENTS = /(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]\p{Mn}*)\p{Mn}/gu;
const EMOJI_VARIANTS = /[\u{1F3FB}-\u{1F3FF}\uFE0E\uFE0F\u200D]/gu;

const SEPARATORS = /[\s,;:!?/|\\()[\]{}<>"“”„«»…。、，！？；：（）「」『』*_`]+/u;
const HAS_WORD = /[\p{L}\p{N}\p{S}@#&%]/u;

/** A word of a query. */
export interface QueryWord {
  /** As it was written, but folded and without marks around it. */
  readonly text: string;
  /** As a phrase of FTS5, in double quotes, so that nothing in it is an operator. */
  readonly phrase: string;
  /** It says nothing about what the query is about. */
  readonly isCommon: boolean;
}

/** A text as the index of words gets it: folded, signs spelled out as words (`+` is `u002b`), unspaced scripts spaced. */
export function indexedText(text: string): string {
  return foldedText(text)
    .replace(UNSPACED_CHARACTER, ' $& ')
    .replace(SIGN, (sign) => ` ${spelledOut(sign)} `);
}

/**
 * A text as the index of character sequences gets it: compatibility forms and accents folded (SQLite does that for Latin alone), emoji
 * without their variants. Case is left to SQLite.
 */
export function foldedText(text: string): string {
  return toWellFormedText(text).normalize('NFKD').replace(ACCENTS, '').replace(EMOJI_VARIANTS, '').normalize('NFKC');
}

/** The distinct words of any text, the first MAX_QUERY_WORDS. Never throws. */
export function queryWords(query: string): QueryWord[] {
  const words = new Map<string, QueryWord>();
  for (const text of pieces(foldedText(query))) {
    if (words.size >= MAX_QUERY_WORDS) break;
    const phrase = phraseOf(indexedText(text));
    if (!words.has(phrase)) words.set(phrase, { text, phrase, isCommon: isStopWord(text) });
  }
  return [...words.values()];
}

/** A text as a phrase for FTS5. */
export function phraseOf(text: string): string {
  return `"${text.replace(/["\u0000]/g, ' ').replace(/\s+/g, ' ').trim()}"`;
}

function* pieces(text: string): Generator<string> {
  for (const chunk of text.split(SEPARATORS)) {
    for (const part of chunk.split(UNSPACED_RUN)) {
      if (HAS_UNSPACED.test(part)) yield* segments(part);
      else {
        const word = trimmed(part);
        if (word !== '') yield word;
      }
    }
  }
}

/** Words of a text without spaces, by the dictionaries that come with Node. */
function* segments(text: string): Generator<string> {
  for (const { segment, isWordLike } of segmenter().segment(text)) if (isWordLike === true) yield segment;
}

let wordSegmenter: Intl.Segmenter | undefined;

/** Made at its first use: it loads dictionaries. */
function segmenter(): Intl.Segmenter {
  wordSegmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' });
  return wordSegmenter;
}

/** Without the marks around it and the English possessive; '' where nothing is left. */
function trimmed(word: string): string {
  if (!HAS_WORD.test(word)) return '';
  return word.replace(/^[^\p{L}\p{N}\p{S}@#&%]+|[^\p{L}\p{N}\p{M}\p{S}@#&%]+$/gu, '').replace(/(?<=\p{L})['’]s$/u, '');
}

/** Letters and digits only, so that the tokenizer takes it as one word. */
function spelledOut(sign: string): string {
  return `u${(sign.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
}
