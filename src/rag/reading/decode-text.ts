import { toWellFormedText } from '../../common/text.js';
import { UnsupportedContentTypeError } from '../../security/errors.js';

const BYTE_ORDER_MARKS: readonly (readonly [mark: readonly number[], encoding: string])[] = [
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
];

/**
 * The text of a file: UTF-8, UTF-16 where it says so, else Windows-1252. Lines end with a line feed. Throws UnsupportedContentTypeError where
 * the bytes are no text.
 */
export function decodeText(bytes: Uint8Array): string {
  const marked = BYTE_ORDER_MARKS.find(([mark]) => mark.every((byte, index) => bytes[index] === byte))?.[1];
  if (marked === undefined && bytes.includes(0)) throw new UnsupportedContentTypeError('The file is binary data and no text.');
  return normalized(marked === undefined ? decodeUnmarked(bytes) : new TextDecoder(marked).decode(bytes));
}

/** A text as documents keep it. */
export function normalized(text: string): string {
  return toWellFormedText(text.replace(/\r\n?/g, '\n'));
}

function decodeUnmarked(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
