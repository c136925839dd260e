/**
 * Text as providers accept it: no NUL and no half of a surrogate pair (both make strict JSON parsers refuse
 * the whole request). Each is replaced by U+FFFD, so that the reader sees that something was there.
 */
export function toWellFormedText(text: string): string {
  return text.replace(/\u0000|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g, '\uFFFD');
}

/** The longest prefix of at most `length` UTF-16 units that does not end within a surrogate pair. */
export function headAtCodePoint(text: string, length: number): string {
  const end = Math.max(0, Math.min(length, text.length));
  const splitsPair = end < text.length && isHighSurrogate(text.charCodeAt(end - 1)) && isLowSurrogate(text.charCodeAt(end));
  return text.slice(0, splitsPair ? end - 1 : end);
}

/** The longest suffix of at most `length` UTF-16 units that does not begin within a surrogate pair. */
export function tailAtCodePoint(text: string, length: number): string {
  const start = Math.max(0, text.length - Math.max(0, length));
  const splitsPair = start > 0 && isLowSurrogate(text.charCodeAt(start)) && isHighSurrogate(text.charCodeAt(start - 1));
  return text.slice(splitsPair ? start + 1 : start);
}

/** Cuts to `length` units with an ellipsis where something was left out. */
export function ellipsize(text: string, length: number): string {
  return text.length <= length ? text : `${headAtCodePoint(text, length - 1).trimEnd()}…`;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
