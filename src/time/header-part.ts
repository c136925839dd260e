import { ellipsize, toWellFormedText } from '../common/text.js';
import { MAX_HEADER_PART_LENGTH } from './limits.js';

/** Control characters, and those that are not seen but change how the line is read: direction marks, zero-width spaces. */
const INVISIBLE = /[\p{Cc}\u00AD\u061C\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u2069\uFEFF]+/gu;

/**
 * A name that a stranger chose, as one short piece of a line: it can neither end the header with a bracket nor begin a new line.
 * Empty where nothing is left of it.
 */
export function headerPart(text: string | undefined): string {
  const line = toWellFormedText(text ?? '')
    .replace(/[\r\n\t\u2028\u2029]+/g, ' ')
    .replace(INVISIBLE, '')
    .replaceAll('[', '(')
    .replaceAll(']', ')')
    .replace(/\s+/g, ' ')
    .trim();
  return ellipsize(line, MAX_HEADER_PART_LENGTH);
}
