import path from 'node:path';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../common/clock.js';
import type { FileOperations } from '../file-operations.js';
import { MAX_CACHED_BYTES, MAX_CACHED_CONVERSATIONS } from '../limits.js';
import { sameStamp } from '../node-file-operations.js';
import { type ConversationWriter, type DamageReport, type SessionRow, SessionStore, type StoredConversation } from '../session-store.js';
import { toStorageError } from '../storage-failure.js';
import { loadConversation, stampsOf } from './conversation-loader.js';
import { type ConversationFileKind, type ConversationFiles, filesOf, parseConversationName } from './conversation-names.js';
import { Conversation } from './conversation.js';
import { FileConversationWriter } from './file-conversation-writer.js';
import { decodeJournal, hasOpenTurn } from './journal.js';
import { listKeptAside } from './kept-aside.js';
import { repair } from './repair.js';
import { SessionRows } from './session-rows.js';
import { foldJournal, removeFiles, removeJournal } from './settle.js';

/** Where the driver keeps things. */
export interface FileSessionFolders {
  readonly conversations: string;
  /** Long tool outputs, one folder for each session. */
  readonly toolOutputs: string;
}

/**
 * Conversations as files (docs/storage.md): `<id>.json` as the original wrote it, and beside it, while a turn runs and
 * until it is folded, a journal of what was stored since. Parsed conversations are kept in memory within limits, and are
 * used as long as both files look untouched.
 */
export class FileSessionStore extends SessionStore {
  private readonly cache = new LRUCache<string, Conversation>({
    max: MAX_CACHED_CONVERSATIONS,
    maxSize: MAX_CACHED_BYTES,
    sizeCalculation: (conversation) => conversation.bytes,
  });
  /** Conversations that are open for writing: they hold what was acknowledged, and what is being flushed. */
  private readonly active = new Map<string, Conversation>();
  private readonly rowCache: SessionRows;

  constructor(
    private readonly folders: FileSessionFolders,
    private readonly clock: Clock,
    private readonly operations: FileOperations,
  ) {
    super();
    this.rowCache = new SessionRows(folders.conversations, operations, clock);
  }

  override async open(id: string): Promise<ConversationWriter> {
    const files = this.files(id);
    const conversation = await this.guard(id, 'opened', async () => (await this.current(files)) ?? Conversation.begin(this.now()));
    this.active.set(id, conversation);
    return new FileConversationWriter(this.operations, files, conversation, this.clock, (agrees) => {
      this.active.delete(id);
      if (agrees) this.remember(id, conversation);
      else this.cache.delete(id);
    });
  }

  override read(id: string): Promise<StoredConversation | undefined> {
    return this.guard(id, 'read', async () => {
      const known = this.active.get(id) ?? this.cached(this.files(id));
      if (known) return known.messages.length > 0 || known.conversationStamp ? known.snapshot() : undefined;
      const loaded = await loadConversation(this.operations, this.files(id), this.now());
      if (!loaded) return undefined;
      if (loaded.damage.length === 0 && !this.active.has(id) && this.isCurrent(this.files(id), loaded.conversation)) {
        this.remember(id, loaded.conversation);
      }
      return loaded.conversation.snapshot();
    });
  }

  override rows(): Promise<SessionRow[]> {
    return this.guard(undefined, 'listed', () => this.rowCache.list(this.active));
  }

  override remove(id: string): Promise<boolean> {
    return this.guard(id, 'removed', async () => {
      this.cache.delete(id);
      const { conversations, toolOutputs } = this.folders;
      // The journal before the file: what is left if the process dies in between is a conversation, and no damaged one.
      const removed: boolean[] = [];
      for (const kinds of [['journal'], ['conversation'], ['kept-aside', 'report', 'temporary']]) {
        removed.push(await removeFiles(this.operations, conversations, id, kinds));
      }
      await this.operations.remove(path.join(toolOutputs, id));
      return removed.includes(true);
    });
  }

  override hasOpenTurn(id: string): Promise<boolean> {
    return this.guard(id, 'read', async () => {
      const { journal } = this.files(id);
      if (this.operations.stamp(journal)?.kind !== 'file') return false;
      return hasOpenTurn(decodeJournal(await this.operations.read(journal)).entries);
    });
  }

  override unsettled(): Promise<string[]> {
    return this.guard(undefined, 'listed', () => this.idsOf(['journal', 'temporary']));
  }

  override settle(id: string, signal?: AbortSignal): Promise<boolean> {
    return this.guard(id, 'stored', async () => {
      const files = this.files(id);
      const conversation = await this.current(files);
      if (conversation?.turnOpen) return false;
      if (!conversation) await this.operations.remove(files.journal);
      else if (conversation.journalBytes > 0 && !(await foldJournal(this.operations, files, conversation, signal))) return false;
      if (conversation) this.remember(id, conversation);
      return true;
    });
  }

  override async tidy(id: string): Promise<void> {
    await this.guard(id, 'tidied', () => removeFiles(this.operations, this.folders.conversations, id, ['temporary']));
  }

  override damageReports({ inspect = false }: { inspect?: boolean } = {}): Promise<DamageReport[]> {
    return this.guard(undefined, 'inspected', async () => {
      const reports = await listKeptAside(this.operations, this.folders.conversations);
      if (!inspect) return reports;
      const at = this.now();
      for (const id of await this.idsOf(['conversation', 'journal'])) {
        const files = this.files(id);
        for (const found of (await loadConversation(this.operations, files, at))?.damage ?? []) {
          reports.push({ sessionId: id, problem: found.problem, recoveredMessages: found.recoveredMessages, keptAs: path.basename(files[found.file]), at });
        }
      }
      return reports;
    });
  }

  /** The conversation as it is on disk, repaired where it must be; undefined where there is none. */
  private async current(files: ConversationFiles): Promise<Conversation | undefined> {
    const cached = this.cached(files);
    if (cached) return cached;
    const loaded = await loadConversation(this.operations, files, this.now());
    if (!loaded) return undefined;
    if (loaded.damage.length > 0) return repair(this.operations, files, loaded, this.now());
    const { conversation, entries } = loaded;
    if (conversation.journalStamp && entries.length === 0 && !conversation.turnOpen) await removeJournal(this.operations, files, conversation);
    return conversation;
  }

  private cached(files: ConversationFiles): Conversation | undefined {
    const cached = this.cache.get(files.id);
    return cached && this.isCurrent(files, cached) ? cached : undefined;
  }

  private isCurrent(files: ConversationFiles, conversation: Conversation): boolean {
    const stamps = stampsOf(this.operations, files);
    return sameStamp(stamps.conversation, conversation.conversationStamp) && sameStamp(stamps.journal, conversation.journalStamp);
  }

  /** Keeps it in memory; one that exists nowhere is not worth keeping. */
  private remember(id: string, conversation: Conversation): void {
    if (conversation.conversationStamp || conversation.journalStamp) this.cache.set(id, conversation);
    else this.cache.delete(id);
  }

  private async idsOf(kinds: readonly ConversationFileKind[]): Promise<string[]> {
    const ids = new Set<string>();
    for (const name of await this.operations.list(this.folders.conversations)) {
      const parsed = parseConversationName(name);
      if (parsed && kinds.includes(parsed.kind)) ids.add(parsed.id);
    }
    return [...ids];
  }

  private files(id: string): ConversationFiles {
    return filesOf(this.folders.conversations, id);
  }

  private async guard<T>(id: string | undefined, verb: string, action: () => Promise<T>): Promise<T> {
    try {
      return await action();
    } catch (error) {
      throw toStorageError(error, `${id === undefined ? 'The sessions' : `Session ${id}`} could not be ${verb}`, id);
    }
  }

  private now(): string {
    return this.clock.now().toISOString();
  }
}
