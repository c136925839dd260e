/** One message as it is stored: an object with a role. What else it holds is the caller's matter. */
export interface StoredMessage {
  readonly role: string;
}

/** What is stored of a conversation beside its messages. Unknown fields are kept. */
export interface StoredMetadata {
  handoffCount: number;
  /** ISO 8601. */
  createdAt: string;
  /** ISO 8601 instant of the last change. */
  updatedAt: string;
  name?: string;
  owner?: string;
  /** What is known of single messages, by index as a decimal string. */
  annotations?: Record<string, object>;
  [key: string]: unknown;
}

/** A conversation as it is stored. */
export interface StoredConversation {
  readonly metadata: Readonly<StoredMetadata>;
  readonly messages: readonly StoredMessage[];
}

/** What was wrong with a stored conversation and what was kept of it. */
export interface DamageReport {
  sessionId: string;
  /** What was wrong, as a sentence. */
  problem: string;
  /** Messages that could be read. */
  recoveredMessages: number;
  /** Name of the untouched copy, in the folder of the conversations; of the file itself where it was only looked at. */
  keptAs: string;
  /** ISO 8601. */
  at: string;
}

/** A message on its way into the store. */
export interface NewMessage {
  readonly message: StoredMessage;
  readonly annotation?: object;
}

/** A conversation that is open for writing. `metadata` and `messages` grow with what is stored. */
export interface ConversationWriter extends StoredConversation {
  /** Damage found since the last turn. */
  readonly damage: readonly DamageReport[];
  /** A turn was begun and never ended: its process died. */
  readonly interrupted: boolean;
  /** Bytes that `settle` has to work through; 0 where the stored form is at rest. */
  readonly unsettledBytes: number;
  /**
   * Stores messages at the end, all or none. The first call begins a turn. Resolves when they are on disk; calls made at once
   * share one flush. Throws StorageError, and then nothing of it is stored.
   */
  append(messages: readonly NewMessage[]): Promise<void>;
  /**
   * As `append`, but resolves as soon as they are written: the death of the process leaves them, a power cut may not. Nothing may be
   * done because of them that outlasts their loss until `stored` resolves, which rejects with StorageError.
   */
  write(messages: readonly NewMessage[]): Promise<{ stored: Promise<void> }>;
  /** Sets the given fields; `undefined` removes one. Resolves when it is on disk. Throws StorageError. */
  updateMetadata(patch: Readonly<Record<string, unknown>>): Promise<void>;
  /**
   * Ends the turn after all that is still being stored: also one that a dead process left open, if this one `completed` or
   * stored anything. Must be called once. Does not throw: where the end cannot be stored the turn counts as interrupted.
   */
  close(options: { completed: boolean }): Promise<void>;
}

/** What the list of sessions shows of one. */
export interface SessionRow {
  readonly id: string;
  readonly createdAt: string;
  /** ISO 8601 instant of the last change. */
  readonly updatedAt: string;
  readonly name?: string;
  readonly owner?: string;
  /** The model that it asks, where it has one of its own. */
  readonly model?: string;
  /** The start of the first message that a person wrote. */
  readonly firstUserText?: string;
}

/**
 * Where conversations are kept. Ids are valid session ids; the caller checks them. Methods that write demand
 * that the caller holds the session's lock; `read` and the lists need none and see what was acknowledged, whole messages only.
 * Failures are StorageErrors that name the session and no path.
 */
export abstract class SessionStore {
  /**
   * Opens a conversation for writing; one that does not exist is begun by its first message. A damaged one is
   * recovered as far as it can be read, with the original kept aside.
   */
  abstract open(id: string): Promise<ConversationWriter>;

  /** A snapshot; undefined where there is none. Changes nothing, also where the conversation is damaged. */
  abstract read(id: string): Promise<StoredConversation | undefined>;

  /** All sessions, in no order. */
  abstract rows(): Promise<SessionRow[]>;

  /** Removes the conversation, copies that were kept aside, and long tool outputs. False where there was nothing. */
  abstract remove(id: string): Promise<boolean>;

  /** Whether a turn was begun and not ended: it is running, or its process died. */
  abstract hasOpenTurn(id: string): Promise<boolean>;

  /** Ids of the sessions that `settle` or `tidy` have something to do for. */
  abstract unsettled(): Promise<string[]>;

  /**
   * Brings what turns stored into its resting form (files: the journal into the `.json`). Gives up without harm when
   * `signal` aborts, and while a turn is open. True when the stored form is at rest afterwards.
   */
  abstract settle(id: string, signal?: AbortSignal): Promise<boolean>;

  /** Removes half-written copies that a killed process left behind. */
  abstract tidy(id: string): Promise<void>;

  /** Damage that was found so far; with `inspect`, every conversation is read whole to look for more. */
  abstract damageReports(options?: { inspect?: boolean }): Promise<DamageReport[]>;
}
