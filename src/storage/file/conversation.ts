import type { FileStamp } from '../file-operations.js';
import type { DamageReport, StoredConversation, StoredMessage, StoredMetadata } from '../session-store.js';

/** A conversation in memory: exactly what its files hold, as of the stamps. */
export class Conversation {
  /** Damage that was found and that no turn has been told of. */
  damage: DamageReport[] = [];

  constructor(
    /** The conversation file when it was read or written last; undefined where there is none. */
    public conversationStamp: FileStamp | undefined,
    /** Likewise the journal. */
    public journalStamp: FileStamp | undefined,
    /** Where the journal's last whole line ends; 0 where it must be begun anew. */
    public journalBytes: number,
    /** Messages that are in the conversation file. */
    public baseMessages: number,
    public metadata: StoredMetadata,
    public messages: StoredMessage[],
    /** The last turn has begun and not ended. */
    public turnOpen: boolean,
  ) {}

  /** A conversation that has no file yet. */
  static begin(at: string): Conversation {
    return new Conversation(undefined, undefined, 0, 0, { handoffCount: 0, createdAt: at, updatedAt: at }, [], false);
  }

  /** What the cache reckons with. */
  get bytes(): number {
    return (this.conversationStamp?.size ?? 0) + this.journalBytes + 1;
  }

  /** A copy that does not change any more. */
  snapshot(): StoredConversation {
    const { annotations } = this.metadata;
    return {
      metadata: { ...this.metadata, ...(annotations ? { annotations: { ...annotations } } : {}) },
      messages: [...this.messages],
    };
  }
}
