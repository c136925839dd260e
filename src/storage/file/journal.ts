import type { StoredMessage, StoredMetadata } from '../session-store.js';
import { isObject, isStoredMessage } from './conversation-salvage.js';

/** Messages at the end of the history; `index` is the place of the first. */
export interface AppendEntry {
  readonly type: 'append';
  readonly at: string;
  readonly index: number;
  readonly messages: readonly StoredMessage[];
  /** One for each message, null where there is none. */
  readonly annotations?: readonly (object | null)[];
  /** This is the first thing that a turn stored. */
  readonly turn?: 'begin';
}

/** Metadata fields that were set or removed. */
export interface MetadataEntry {
  readonly type: 'metadata';
  readonly at: string;
  readonly set: Readonly<Record<string, unknown>>;
  readonly unset?: readonly string[];
}

/** The turn ended. */
export interface TurnEndEntry {
  readonly type: 'turn-end';
  readonly at: string;
}

export type JournalEntry = AppendEntry | MetadataEntry | TurnEndEntry;

/** What a journal holds. */
export interface DecodedJournal {
  /** Messages in the conversation file that it builds on; undefined where the first line is unreadable. */
  readonly base: number | undefined;
  readonly entries: readonly JournalEntry[];
  /** Where the last whole line ends. What follows was never acknowledged. */
  readonly wholeBytes: number;
  /** Whole lines that cannot be read. */
  readonly badLines: number;
}

const NEWLINE = 0x0a;

/** A journal's first line: it builds on a conversation file with `base` messages (0 where there is none yet). */
export function encodeHeader(base: number): string {
  return `${JSON.stringify({ type: 'journal', version: 1, base })}\n`;
}

/** One further line. */
export function encodeEntry(entry: JournalEntry): string {
  return `${JSON.stringify(entry)}\n`;
}

/** Reads a journal, also a cut or damaged one. Never throws. */
export function decodeJournal(bytes: Buffer): DecodedJournal {
  let base: number | undefined;
  const entries: JournalEntry[] = [];
  let badLines = 0;
  let start = 0;
  for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, start)) {
    const line = parseLine(bytes.toString('utf8', start, end));
    if (start === 0 && isHeader(line)) base = line.base;
    else if (isEntry(line)) entries.push(line);
    else badLines += 1;
    start = end + 1;
  }
  return { base, entries, wholeBytes: start, badLines };
}

/** Whether the last turn of a journal has begun and not ended. */
export function hasOpenTurn(entries: readonly JournalEntry[]): boolean {
  let open = false;
  for (const entry of entries) {
    if (entry.type === 'turn-end') open = false;
    else if (entry.type === 'append' && entry.turn === 'begin') open = true;
  }
  return open;
}

/** Does to a conversation in memory what an entry says. */
export function applyEntry(conversation: { metadata: StoredMetadata; messages: StoredMessage[] }, entry: JournalEntry): void {
  const { metadata, messages } = conversation;
  if (entry.type === 'append') {
    entry.messages.forEach((message, offset) => {
      const annotation = entry.annotations?.[offset];
      if (annotation) (metadata.annotations ??= {})[String(messages.length)] = annotation;
      messages.push(message);
    });
  } else if (entry.type === 'metadata') {
    for (const [key, value] of Object.entries(entry.set)) if (key !== '__proto__') metadata[key] = value;
    for (const key of entry.unset ?? []) delete metadata[key];
  }
  if (entry.type !== 'turn-end') metadata.updatedAt = entry.at;
}

function parseLine(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isHeader(line: unknown): line is { base: number } {
  return isObject(line) && line['type'] === 'journal' && line['version'] === 1 && typeof line['base'] === 'number';
}

function isEntry(line: unknown): line is JournalEntry & Record<string, unknown> {
  if (!isObject(line) || typeof line['at'] !== 'string') return false;
  switch (line['type']) {
    case 'append':
      return typeof line['index'] === 'number' && Array.isArray(line['messages']) && line['messages'].every(isStoredMessage);
    case 'metadata':
      return isObject(line['set']);
    default:
      return line['type'] === 'turn-end';
  }
}
