import { InvalidInputError, messageOf } from '../../common/domain-error.js';
import type { DocumentType, ReadDocument } from '../document.js';
import { decodeText } from './decode-text.js';
import { splitPassages } from './split-passages.js';

/** Types that are read without help. */
export type PlainType = Extract<DocumentType, 'text' | 'markdown' | 'json'>;

/** Whether a type is one of these. */
export function isPlain(type: DocumentType): type is PlainType {
  return type === 'text' || type === 'markdown' || type === 'json';
}

/**
 * Reads plain text, Markdown or JSON. JSON on one line is spread over lines, so that it can be split between its values. Throws
 * UnsupportedContentTypeError where it is no text, InvalidInputError for broken JSON.
 */
export function readPlain(bytes: Uint8Array, type: PlainType): ReadDocument {
  const text = decodeText(bytes);
  if (type !== 'json') return { text, passages: splitPassages(text, { countsLines: true, hasHeadings: type === 'markdown' }) };
  const value = parsed(text);
  const isSpread = text.trim().includes('\n');
  const shown = isSpread ? text : JSON.stringify(value, null, 2);
  return { text: shown, passages: splitPassages(shown, { countsLines: isSpread }) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new InvalidInputError(`The file is not valid JSON: ${messageOf(error)}`, { field: 'file' }, { cause: error });
  }
}
