import { headAtCodePoint } from '../common/text.js';
import { messageOf } from '../common/domain-error.js';
import { MAX_ERROR_CHARACTERS, MAX_RETURNED_CHARACTERS } from './limits.js';

/**
 * A returned value as JSON text, the only form in which it leaves the child. `undefined` becomes `null`, a BigInt its decimal
 * digits as a string, an Error its name and message. What JSON cannot hold (a cycle, a function, a symbol) and what is
 * too large is refused with an Error whose message tells the tool's author what to return instead.
 */
export function toJsonText(value: unknown, maxCharacters = MAX_RETURNED_CHARACTERS): string {
  if (typeof value === 'function' || typeof value === 'symbol') {
    throw new Error(`The tool returned a ${typeof value}, which is no data: return text, a number, a list or an object.`);
  }
  const text = stringify(value) ?? 'null';
  if (text.length > maxCharacters) {
    throw new Error(
      `The tool returned ${text.length} characters of JSON; at most ${maxCharacters} are read. Write the data to a file and return its path.`,
    );
  }
  return text;
}

function stringify(value: unknown): string | undefined {
  try {
    return JSON.stringify(value, showable) as string | undefined;
  } catch (error) {
    const reason = messageOf(error).split('\n', 1)[0];
    throw new Error(`What the tool returned cannot be written as JSON (${reason}): return plain data that does not refer to itself.`, {
      cause: error,
    });
  }
}

function showable(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (value instanceof Error) return { name: value.name, message: value.message };
  return value;
}

/** The text of anything that code may throw; never throws itself. */
export function errorText(error: unknown): string {
  try {
    const text = error instanceof Error ? error.message || error.name : typeof error === 'string' ? error : stringify(error) ?? String(error);
    return headAtCodePoint(text, MAX_ERROR_CHARACTERS) || 'an empty error';
  } catch {
    return 'an error that cannot be shown';
  }
}
