import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../common/clock.js';
import { systemErrorCode } from '../../common/domain-error.js';
import type { FileOperations } from '../file-operations.js';
import { HEAD_BYTES, MAX_CACHED_ROWS, ROWS_PER_SLICE } from '../limits.js';
import { sameStamp } from '../node-file-operations.js';
import { isPersons, rowOf } from '../session-row.js';
import type { SessionRow, StoredConversation, StoredMetadata } from '../session-store.js';
import { completeMetadata } from './conversation-format.js';
import { loadConversation, stampsOf } from './conversation-loader.js';
import { type ConversationFiles, filesOf, parseConversationName } from './conversation-names.js';
import { salvageConversation } from './conversation-salvage.js';

interface CachedRow {
  /** The files when they were read. */
  readonly stamps: ReturnType<typeof stampsOf>;
  readonly row: SessionRow | undefined;
}

/** Of what was taken from memory: equal to no file. */
const UNKNOWN: CachedRow['stamps'] = { conversation: undefined, journal: undefined };

/**
 * The rows of the list of sessions. A row is read anew only when one of its files changed, and then from the start of the file
 * where that suffices: a thousand sessions are looked at in some ten milliseconds, not parsed.
 */
export class SessionRows {
  private cache = new Map<string, CachedRow>();

  constructor(
    private readonly folder: string,
    private readonly operations: FileOperations,
    private readonly clock: Clock,
  ) {}

  /** @param active conversations that are open for writing: memory knows more of them than the files */
  async list(active: ReadonlyMap<string, StoredConversation>): Promise<SessionRow[]> {
    const kept = new Map<string, CachedRow>();
    const rows: SessionRow[] = [];
    const ids = [...(await this.ids())];
    for (let start = 0; start < ids.length; start += ROWS_PER_SLICE) {
      if (start > 0) await setImmediate();
      const slice = ids.slice(start, start + ROWS_PER_SLICE);
      const looked = await Promise.all(slice.map((id) => this.rowOf(id, active.get(id))));
      for (const [index, cached] of looked.entries()) {
        if (kept.size < MAX_CACHED_ROWS) kept.set(slice[index] as string, cached);
        if (cached.row) rows.push(cached.row);
      }
    }
    // What is not there any more is forgotten.
    this.cache = kept;
    return rows;
  }

  private async ids(): Promise<Set<string>> {
    const ids = new Set<string>();
    for (const name of await this.operations.list(this.folder)) {
      const parsed = parseConversationName(name);
      if (parsed?.kind === 'conversation' || parsed?.kind === 'journal') ids.add(parsed.id);
    }
    return ids;
  }

  private async rowOf(id: string, active: StoredConversation | undefined): Promise<CachedRow> {
    if (active) return { stamps: UNKNOWN, row: rowOf(id, active) };
    const files = filesOf(this.folder, id);
    const stamps = stampsOf(this.operations, files);
    const cached = this.cache.get(files.id);
    if (cached && sameStamp(cached.stamps.conversation, stamps.conversation) && sameStamp(cached.stamps.journal, stamps.journal)) {
      return cached;
    }
    return { stamps, row: await this.readRow(files, stamps) };
  }

  private async readRow(files: ConversationFiles, stamps: CachedRow['stamps']): Promise<SessionRow | undefined> {
    try {
      if (stamps.conversation?.kind === 'file' && !stamps.journal) {
        const head = await this.readHead(files, stamps.conversation);
        if (head) return head;
      }
      const loaded = await loadConversation(this.operations, files, this.clock.now().toISOString());
      return loaded && rowOf(files.id, loaded.conversation);
    } catch (error) {
      if (systemErrorCode(error) === undefined) throw error;
      // One file that cannot be read hides no other session. Its own row says at least that it is there.
      const at = new Date(Number((stamps.conversation ?? stamps.journal)?.modifiedNs ?? 0n) / 1e6).toISOString();
      return { id: files.id, createdAt: at, updatedAt: at };
    }
  }

  /** The row from the start of the file, or undefined where that is not enough. */
  private async readHead(files: ConversationFiles, stamp: NonNullable<CachedRow['stamps']['conversation']>): Promise<SessionRow | undefined> {
    const text = (await this.operations.readPart(files.conversation, 0, HEAD_BYTES)).toString('utf8');
    let metadata: StoredMetadata | undefined;
    let index = 0;
    for (const piece of salvageConversation(text)) {
      if (piece.kind === 'metadata') metadata = completeMetadata(piece.value, new Date(Number(stamp.modifiedNs / 1_000_000n)).toISOString());
      else if (!metadata) return undefined;
      else if (isPersons(piece.value, metadata, index++)) return rowOf(files.id, { metadata, messages: [piece.value] });
    }
    return undefined;
  }
}
