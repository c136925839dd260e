import { isUtf8 } from 'node:buffer';
import { setImmediate } from 'node:timers/promises';
import { MESSAGES_PER_SLICE } from '../limits.js';
import type { StoredMessage, StoredMetadata } from '../session-store.js';
import { isObject, isStoredMessage, salvageConversation } from './conversation-salvage.js';

/** What a conversation file holds. */
export interface ParsedConversation {
  metadata: Record<string, unknown>;
  messages: StoredMessage[];
  /** What is wrong with the file, as the end of a sentence that begins with its name; undefined where all is well. */
  problem?: string;
}

/** Reads a conversation file; of a damaged one, whatever is whole. Never throws. */
export function parseConversation(bytes: Buffer): ParsedConversation {
  if (bytes.length === 0) return { metadata: {}, messages: [], problem: 'is empty' };
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return salvage(text, bytes.includes(0) ? 'holds NUL bytes' : 'is cut off or garbled');
  }
  if (!isObject(value) || !Array.isArray(value['messages'])) {
    const messages = Array.isArray(value) ? value.filter(isStoredMessage) : [];
    const metadata = isObject(value) && isObject(value['metadata']) ? value['metadata'] : {};
    return { metadata, messages, problem: 'holds no list of messages' };
  }
  const messages = value['messages'].filter(isStoredMessage);
  const metadata = value['metadata'] ?? {};
  return {
    metadata: isObject(metadata) ? metadata : {},
    messages,
    ...problemOf(bytes, messages.length < value['messages'].length, !isObject(metadata)),
  };
}

function problemOf(bytes: Buffer, lost: boolean, badMetadata: boolean): { problem?: string } {
  if (lost) return { problem: 'holds entries that are no messages' };
  if (badMetadata) return { problem: 'holds metadata that is no object' };
  return isUtf8(bytes) ? {} : { problem: 'holds bytes that are not UTF-8' };
}

function salvage(text: string, problem: string): ParsedConversation {
  const parsed: ParsedConversation = { metadata: {}, messages: [], problem };
  for (const piece of salvageConversation(text)) {
    if (piece.kind === 'metadata') parsed.metadata = piece.value;
    else parsed.messages.push(piece.value);
  }
  return parsed;
}

/** Fills in what older files lack, and replaces what has the wrong type. `fallback` is the file's own time, ISO 8601. */
export function completeMetadata(raw: Record<string, unknown>, fallback: string): StoredMetadata {
  const { annotations, name, owner, ...rest } = raw;
  return {
    ...rest,
    handoffCount: typeof raw['handoffCount'] === 'number' ? raw['handoffCount'] : 0,
    createdAt: instantOr(raw['createdAt'], fallback),
    updatedAt: instantOr(raw['updatedAt'], instantOr(raw['createdAt'], fallback)),
    ...(typeof name === 'string' ? { name } : {}),
    ...(typeof owner === 'string' ? { owner } : {}),
    ...(isObject(annotations) ? { annotations: annotations as Record<string, object> } : {}),
  };
}

function instantOr(value: unknown, fallback: string): string {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? value : fallback;
}

/**
 * The conversation file's bytes: exactly `JSON.stringify({metadata, messages}, null, 2)` and a newline, made in slices so that
 * ten thousand messages do not hold up other work. Undefined when `signal` aborts in between.
 */
export async function renderConversation(
  metadata: Readonly<StoredMetadata>,
  messages: readonly StoredMessage[],
  signal?: AbortSignal,
): Promise<Buffer | undefined> {
  const head = JSON.stringify(metadata, null, 2).replaceAll('\n', '\n  ');
  const pieces = [Buffer.from(`{\n  "metadata": ${head},\n  "messages": [`)];
  for (let start = 0; start < messages.length; start += MESSAGES_PER_SLICE) {
    if (start > 0) await setImmediate();
    if (signal?.aborted) return undefined;
    const slice = JSON.stringify(messages.slice(start, start + MESSAGES_PER_SLICE), null, 2).slice(1, -2);
    pieces.push(Buffer.from((start > 0 ? ',' : '') + slice.replaceAll('\n', '\n  ')));
  }
  pieces.push(Buffer.from(messages.length > 0 ? '\n  ]\n}\n' : ']\n}\n'));
  return Buffer.concat(pieces);
}
