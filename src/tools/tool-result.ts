import { headAtCodePoint, tailAtCodePoint, toWellFormedText } from '../common/text.js';
import type { SecretRedactor } from '../security/secret-redactor.js';
import { CUT_TAIL_SHARE, MAX_RESULT_CHARACTERS, MIN_CUT_FIELD_CHARACTERS } from './limits.js';

/** Keeps a text whole in a file and returns its path; undefined where it could not be written. */
export type KeepWhole = (label: string, text: string) => Promise<string | undefined>;

/** What the model reads of a returned value: text as it is, everything else as JSON; `null` where nothing was returned. */
export function resultText(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === null || value === undefined ? '{"status":"ok","result":null}' : JSON.stringify(value);
}

/**
 * The text that the model gets of a returned value: redacted, free of what providers refuse, and at most MAX_RESULT_CHARACTERS
 * long. Of an object with long texts each of these is cut by itself, so that it stays JSON; anything else is cut as a whole.
 * What was cut is kept whole, and the marker names the file.
 */
export async function fittedResult(value: unknown, redactor: SecretRedactor, keep: KeepWhole): Promise<string> {
  const text = toWellFormedText(redactor.redact(resultText(value)));
  if (text.length <= MAX_RESULT_CHARACTERS) return text;
  const cut = typeof value === 'string' ? undefined : await cutFields(text, keep);
  return cut ?? cutText(text, MAX_RESULT_CHARACTERS, await keep('result', pageable(text)));
}

/** Undefined where the length does not come from long texts in a plain object. */
async function cutFields(text: string, keep: KeepWhole): Promise<string | undefined> {
  const value = parseObject(text);
  if (value === undefined) return undefined;
  const long = Object.entries(value).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1].length > MIN_CUT_FIELD_CHARACTERS,
  );
  const room = roomPerField(value, long);
  if (room < MIN_CUT_FIELD_CHARACTERS) return undefined;
  for (const [name, field] of long) {
    if (JSON.stringify(field).length > room) value[name] = cutText(field, room, await keep(name, field), jsonLength);
  }
  return JSON.stringify(value);
}

/** An equal share of what the other fields leave, in characters of JSON; short fields give what they do not need to the others. */
function roomPerField(value: Record<string, unknown>, long: readonly (readonly [string, string])[]): number {
  const lengths = long.map(([, field]) => jsonLength(field)).sort((a, b) => a - b);
  let room = MAX_RESULT_CHARACTERS - (JSON.stringify(value).length - lengths.reduce((sum, length) => sum + length, 0));
  let fields = lengths.length;
  for (const length of lengths) {
    if (length > room / fields) break;
    room -= length;
    fields -= 1;
  }
  return fields === 0 ? 0 : Math.floor(room / fields);
}

/** Beginning and end of a text with a marker between them that says how much is left out and where it is. */
export function cutText(text: string, room: number, file: string | undefined, lengthOf: (text: string) => number = plainLength): string {
  const marker = (omitted: number): string =>
    `\n\n[... ${omitted} of ${text.length} characters left out here.${file === undefined ? '' : ` The full text is in ${file} (page through it with read_file).`} ...]\n\n`;
  let kept = room - lengthOf(marker(text.length));
  for (;;) {
    const tail = tailAtCodePoint(text, Math.floor(kept * CUT_TAIL_SHARE));
    const head = headAtCodePoint(text, kept - tail.length);
    const cut = head + marker(text.length - head.length - tail.length) + tail;
    const length = lengthOf(cut);
    if (length <= room || kept <= 0) return cut;
    // JSON writes some characters with more than one; a few steps in proportion find what fits.
    kept = Math.max(0, Math.min(kept - 1, Math.floor(kept * (room / length))));
  }
}

function plainLength(text: string): number {
  return text.length;
}

function jsonLength(text: string): number {
  return JSON.stringify(text).length;
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** JSON on one line cannot be paged through by lines. */
function pageable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
