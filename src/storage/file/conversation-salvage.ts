import type { StoredMessage } from '../session-store.js';

/** A piece of a conversation file, in the order in which it stands there. */
export type ConversationPiece =
  | { readonly kind: 'metadata'; readonly value: Record<string, unknown> }
  | { readonly kind: 'message'; readonly value: StoredMessage };

/** Where a message begins, to find the next whole one after a damaged place. Within a JSON string the quote would be escaped. */
const MESSAGE_START = /\{\s*"role"\s*:/g;

/**
 * Reads whatever is whole in a text that should be a conversation file and may be cut, overwritten or only the start of one:
 * the metadata, then every message, one by one. Never throws.
 */
export function* salvageConversation(text: string): Generator<ConversationPiece> {
  let position = 0;
  const metadata = /"metadata"\s*:\s*(?=\{)/.exec(text);
  if (metadata) {
    const start = metadata.index + metadata[0].length;
    const end = endOfObject(text, start);
    const value = end === undefined ? undefined : parseObject(text.slice(start, end));
    if (value) yield { kind: 'metadata', value };
    // Where it is damaged its end cannot be trusted either.
    position = value && end !== undefined ? end : start;
  }
  yield* salvageMessages(text, startOfMessages(text, position));
}

function startOfMessages(text: string, from: number): number {
  const pattern = /"messages"\s*:\s*\[/g;
  pattern.lastIndex = from;
  const match = pattern.exec(text);
  return match ? match.index + match[0].length : from;
}

function* salvageMessages(text: string, from: number): Generator<ConversationPiece> {
  for (let position = from; position < text.length; ) {
    const character = text[position] as string;
    if (/[\s,]/.test(character)) {
      position += 1;
      continue;
    }
    if (character === ']') return;
    const end = character === '{' ? endOfObject(text, position) : undefined;
    const value = end === undefined ? undefined : parseObject(text.slice(position, end));
    if (end !== undefined && value && isStoredMessage(value)) {
      yield { kind: 'message', value };
      position = end;
    } else {
      MESSAGE_START.lastIndex = position + 1;
      const next = MESSAGE_START.exec(text);
      if (!next) return;
      position = next.index;
    }
  }
}

/** The position after the object that begins at `start`, or undefined where the text ends before it does. */
function endOfObject(text: string, start: number): number | undefined {
  let depth = 0;
  for (let position = start; position < text.length; position += 1) {
    const character = text[position];
    if (character === '"') {
      const end = endOfString(text, position);
      if (end === undefined) return undefined;
      position = end - 1;
    } else if (character === '{' || character === '[') {
      depth += 1;
    } else if (character === '}' || character === ']') {
      depth -= 1;
      if (depth === 0) return position + 1;
    }
  }
  return undefined;
}

function endOfString(text: string, start: number): number | undefined {
  for (let quote = text.indexOf('"', start + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let backslashes = 0;
    while (text[quote - 1 - backslashes] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return quote + 1;
  }
  return undefined;
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value is a message that can be kept: an object that says whose words it holds. */
export function isStoredMessage(value: unknown): value is StoredMessage & Record<string, unknown> {
  return isObject(value) && typeof value['role'] === 'string';
}
