import { Logger } from '@nestjs/common';
import type { Clock } from '../../common/clock.js';
import { messageOf } from '../../common/domain-error.js';
import type { FileOperations } from '../file-operations.js';
import type { ConversationWriter, DamageReport, NewMessage, StoredMessage, StoredMetadata } from '../session-store.js';
import { toStorageError } from '../storage-failure.js';
import type { ConversationFiles } from './conversation-names.js';
import type { Conversation } from './conversation.js';
import { type AppendEntry, applyEntry, encodeEntry, encodeHeader, type JournalEntry, type MetadataEntry } from './journal.js';
import { JournalWriter } from './journal-writer.js';

/** Writes to one conversation's journal for the time of one turn; the file is opened by the first write. */
export class FileConversationWriter implements ConversationWriter {
  private readonly logger = new Logger('Storage');
  private journal: { writer: JournalWriter; close: () => Promise<void> } | undefined;
  /** Metadata set before there is anything to set it on: stored with the first message. */
  private readonly early: MetadataEntry[] = [];
  /** Messages on their way to the disk. */
  private pending = 0;
  private begun = false;
  readonly damage: readonly DamageReport[];
  readonly interrupted: boolean;

  /** @param closed runs at the end, when nothing is written any more; told whether memory still agrees with the disk */
  constructor(
    private readonly operations: FileOperations,
    private readonly files: ConversationFiles,
    private readonly conversation: Conversation,
    private readonly clock: Clock,
    private readonly closed: (agrees: boolean) => void,
  ) {
    this.damage = [...conversation.damage];
    this.interrupted = conversation.turnOpen;
  }

  get metadata(): Readonly<StoredMetadata> {
    return this.conversation.metadata;
  }

  get messages(): readonly StoredMessage[] {
    return this.conversation.messages;
  }

  get unsettledBytes(): number {
    return this.journal?.writer.bytes ?? this.conversation.journalBytes;
  }

  async append(messages: readonly NewMessage[]): Promise<void> {
    await (await this.write(messages)).stored;
  }

  write(messages: readonly NewMessage[]): Promise<{ stored: Promise<void> }> {
    if (messages.length === 0) return Promise.resolve({ stored: Promise.resolve() });
    const entry: AppendEntry = {
      type: 'append',
      at: this.now(),
      index: this.messages.length + this.pending,
      messages: messages.map(({ message }) => message),
      ...(messages.some(({ annotation }) => annotation) ? { annotations: messages.map(({ annotation }) => annotation ?? null) } : {}),
      ...(this.begun || this.pending > 0 ? {} : { turn: 'begin' as const }),
    };
    if (this.isUnstored) this.conversation.metadata.createdAt = this.early[0]?.at ?? entry.at;
    this.pending += messages.length;
    return new Promise((resolve, reject) => {
      let isCounted = true;
      const decided = (written: boolean): void => {
        this.pending -= messages.length;
        isCounted = false;
        if (!written) return;
        this.begun = this.conversation.turnOpen = true;
        resolve({ stored });
      };
      const stored = this.store(entry, decided);
      // Nobody has to wait for it. What was never written is no promise at all.
      stored.catch((error: unknown) => {
        // Where the journal could not even be opened.
        if (isCounted) decided(false);
        reject(error as Error);
      });
    });
  }

  async updateMetadata(patch: Readonly<Record<string, unknown>>): Promise<void> {
    const unset = Object.keys(patch).filter((key) => patch[key] === undefined);
    const entry: MetadataEntry = { type: 'metadata', at: this.now(), set: patch, ...(unset.length > 0 ? { unset } : {}) };
    if (!this.isUnstored || this.pending > 0) return this.store(entry);
    this.early.push(entry);
    applyEntry(this.conversation, JSON.parse(encodeEntry(entry)) as MetadataEntry);
  }

  async close({ completed }: { completed: boolean }): Promise<void> {
    const { conversation } = this;
    await this.journal?.writer.idle();
    if (completed || this.begun) conversation.damage = [];
    try {
      if (conversation.turnOpen && (completed || this.begun)) {
        // Not flushed: a power cut in the next quarter of a second makes an ended turn look cut, and nothing is lost by that.
        await this.open().writeUnflushed(encodeEntry({ type: 'turn-end', at: this.now() }));
        conversation.turnOpen = false;
      }
    } catch (error) {
      this.logger.warn(`Session ${this.files.id}: the end of the turn could not be stored (${messageOf(error)}).`);
    }
    await this.release();
  }

  private async release(): Promise<void> {
    try {
      await this.journal?.close();
    } catch (error) {
      this.logger.warn(`Session ${this.files.id}: the journal could not be closed (${messageOf(error)}).`);
    } finally {
      this.closed(this.journal?.writer.isAhead !== true);
    }
  }

  /** Nothing of this conversation is on disk yet. */
  private get isUnstored(): boolean {
    return !this.conversation.conversationStamp && this.unsettledBytes === 0 && !this.begun;
  }

  private async store(entry: JournalEntry, decided?: (written: boolean) => void): Promise<void> {
    // What is kept in memory is what a later start would read, and not the caller's object, which may change.
    const text = encodeEntry(entry);
    const copy = JSON.parse(text) as JournalEntry;
    try {
      await this.open().write(text, (written) => {
        if (written) applyEntry(this.conversation, copy);
        decided?.(written);
      });
    } catch (error) {
      throw toStorageError(error, `Session ${this.files.id} could not be stored`, this.files.id);
    }
  }

  private open(): JournalWriter {
    this.journal ??= this.openJournal();
    return this.journal.writer;
  }

  private openJournal(): { writer: JournalWriter; close: () => Promise<void> } {
    const { conversation, files, operations } = this;
    const syncName = conversation.journalStamp ? undefined : () => operations.syncFolder(files.folder);
    const header = (): string => encodeHeader(conversation.baseMessages) + this.early.map(encodeEntry).join('');
    const file = operations.open(files.journal);
    const writer = new JournalWriter(file, conversation.journalBytes, header, syncName);
    const close = async (): Promise<void> => {
      conversation.journalBytes = writer.bytes;
      conversation.journalStamp = file.stamp();
      file.close();
      if (writer.bytes > 0) return;
      conversation.journalStamp = undefined;
      await operations.remove(files.journal);
    };
    return { writer, close };
  }

  private now(): string {
    return this.clock.now().toISOString();
  }
}
