import type { FileOperations, FileStamp } from '../file-operations.js';
import { systemErrorCode } from '../../common/domain-error.js';
import { READ_ATTEMPTS } from '../limits.js';
import { sameStamp } from '../node-file-operations.js';
import { completeMetadata, type ParsedConversation, parseConversation } from './conversation-format.js';
import type { ConversationFiles } from './conversation-names.js';
import { Conversation } from './conversation.js';
import { type DecodedJournal, decodeJournal, hasOpenTurn, type JournalEntry } from './journal.js';
import { replayJournal } from './journal-replay.js';

/** Something wrong with one of the two files. */
export interface FoundDamage {
  readonly file: 'conversation' | 'journal';
  /** What is wrong, as a sentence. */
  readonly problem: string;
  readonly recoveredMessages: number;
  /** The file as it is; undefined where it is no file but a folder or the like. */
  readonly bytes: Buffer | undefined;
}

/** A conversation as it was read from disk. */
export interface LoadedConversation {
  readonly conversation: Conversation;
  readonly damage: readonly FoundDamage[];
  /** What the journal adds to the conversation file. */
  readonly entries: readonly JournalEntry[];
}

/**
 * Reads a conversation from its two files; undefined where there is none. Changes nothing. Where another process is writing
 * it reads again, up to a limit; what it read last is right in any case, since messages are compared with each other.
 */
export async function loadConversation(operations: FileOperations, files: ConversationFiles, now: string): Promise<LoadedConversation | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    const before = stampsOf(operations, files);
    // The journal first: what leaves it while the other is read is in the other by then.
    const journal = await readJournal(operations, files, before.journal);
    const parsed = await readConversation(operations, files, before.conversation);
    const after = stampsOf(operations, files);
    const steady = sameStamp(before.conversation, after.conversation) && sameStamp(before.journal, after.journal);
    if (steady || attempt === READ_ATTEMPTS) return assemble(before, parsed, journal, now);
  }
}

/** Both files as they are seen from outside. */
export function stampsOf(operations: FileOperations, files: ConversationFiles): Stamps {
  return { conversation: operations.stamp(files.conversation), journal: operations.stamp(files.journal) };
}

interface Stamps {
  conversation: FileStamp | undefined;
  journal: FileStamp | undefined;
}

type Read<T> = { content: T; bytes: Buffer | undefined; problem?: string } | undefined;

async function readConversation(operations: FileOperations, files: ConversationFiles, stamp: FileStamp | undefined): Promise<Read<ParsedConversation>> {
  if (!stamp) return undefined;
  if (stamp.kind !== 'file') return { content: { metadata: {}, messages: [] }, bytes: undefined, problem: inItsPlace(stamp) };
  const bytes = await readIfThere(operations, files.conversation);
  if (!bytes) return undefined;
  const content = parseConversation(bytes);
  return { content, bytes, problem: content.problem ?? (stamp.writable ? undefined : 'is read-only') };
}

async function readJournal(operations: FileOperations, files: ConversationFiles, stamp: FileStamp | undefined): Promise<Read<DecodedJournal>> {
  if (!stamp) return undefined;
  if (stamp.kind !== 'file') {
    return { content: { base: undefined, entries: [], wholeBytes: 0, badLines: 0 }, bytes: undefined, problem: inItsPlace(stamp) };
  }
  const bytes = await readIfThere(operations, files.journal);
  if (!bytes) return undefined;
  const content = decodeJournal(bytes);
  return { content, bytes, problem: problemOfJournal(content, bytes) };
}

/** What has no newline yet was never acknowledged, but a file of NULs was something else before. */
function problemOfJournal({ badLines, wholeBytes }: DecodedJournal, bytes: Buffer): string | undefined {
  if (badLines > 0) return `holds ${badLines} unreadable line${badLines === 1 ? '' : 's'}`;
  return wholeBytes === 0 && bytes.includes(0) ? 'holds NUL bytes' : undefined;
}

function inItsPlace(stamp: FileStamp): string {
  return stamp.kind === 'folder' ? 'is a folder' : 'is no ordinary file';
}

async function readIfThere(operations: FileOperations, file: string): Promise<Buffer | undefined> {
  try {
    return await operations.read(file);
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function assemble(stamps: Stamps, parsed: Read<ParsedConversation>, journal: Read<DecodedJournal>, now: string): LoadedConversation | undefined {
  const decoded = journal?.content;
  if (!parsed && !journal?.problem && (decoded?.entries.length ?? 0) === 0) return undefined;
  const messages = parsed?.content.messages ?? [];
  const recovered = messages.length;
  const fileTime = stamps.conversation ?? stamps.journal;
  const fallback = fileTime ? new Date(Number(fileTime.modifiedNs / 1_000_000n)).toISOString() : now;
  const firstEntry = decoded?.entries[0]?.at;
  const metadata = completeMetadata(parsed?.content.metadata ?? {}, parsed ? fallback : (firstEntry ?? fallback));

  const replayed = decoded ? replayJournal({ metadata, messages }, decoded) : { entries: [], diverged: false };
  const added = messages.length - recovered;
  const damage: FoundDamage[] = [];
  if (parsed?.problem) {
    damage.push({ file: 'conversation', problem: sentence('conversation file', parsed.problem, recovered), recoveredMessages: recovered, bytes: parsed.bytes });
  }
  const journalProblem = journal?.problem ?? (replayed.diverged && !parsed?.problem ? 'does not fit its conversation file, which others changed or removed' : undefined);
  if (journalProblem) {
    damage.push({ file: 'journal', problem: sentence('journal', journalProblem, added), recoveredMessages: added, bytes: journal?.bytes });
  }
  const open = hasOpenTurn(decoded?.entries ?? []);
  const conversation = new Conversation(stamps.conversation, stamps.journal, decoded?.wholeBytes ?? 0, recovered, metadata, messages, open);
  return { conversation, damage, entries: replayed.entries };
}

function sentence(subject: string, problem: string, recovered: number): string {
  return `The ${subject} ${problem}; ${recovered} message${recovered === 1 ? ' was' : 's were'} recovered.`;
}
