import type { ReasoningLevel } from './reasoning-level.js';
import type { ModelMessage } from '../model/model-message.js';
import type { AnswerSource } from '../prompt/answer-reviewer.js';
import type { AnswerCitation } from '../prompt/turn-context.js';
import type { DamageReport } from '../storage/session-store.js';

/** What is known of one message beside its text. Kept in metadata, since the seed's files hold plain provider messages. */
export interface MessageAnnotation {
  /** `resume`: the server's own words that start a run after a handoff; no view shows them as the person's. */
  kind?: 'resume';
  /** ISO 8601 instant at which it was stored; set by itself for messages of users. */
  at?: string;
  /** Text fetched for this turn (memories, documents, time), sent with the message and replayed identically. */
  context?: string;
  /** Present on an answer that rests on a search: the pages that it rests on, possibly none that has an address. */
  sources?: readonly AnswerSource[];
  /** Present on an answer that cites documents. */
  citations?: readonly AnswerCitation[];
  /** Marks the message that a request with this Idempotency-Key brought, so that a retry does not store it again. */
  idempotencyKey?: string;
}

/** Sums over all model requests of a session, in tokens. */
export interface TokenUsage {
  prompt: number;
  completion: number;
  cached: number;
}

/** The `metadata` of a conversation file: the seed's three fields, and ours beside them. */
export interface SessionMetadata {
  /** Consecutive handoffs since a person last wrote. */
  handoffCount: number;
  createdAt: string;
  updatedAt: string;
  /** Whether people see the model's reasoning; DEFAULT_REASONING_LEVEL where absent. */
  reasoningLevel?: ReasoningLevel;
  /** A name given by a person; wins over the derived title. */
  name?: string;
  /** What the last checkpoint said was left; null where nothing is. */
  lastCheckpointRemaining?: string | null;
  failedApproaches?: string[];
  checkpointState?: Record<string, unknown>;
  tokenUsage?: TokenUsage;
  /** By index in `messages`, as a decimal string. */
  annotations?: Record<string, MessageAnnotation>;
  /** Index of the first message that is still sent; earlier ones are covered by `summary`. */
  sentFrom?: number;
  /** The model's summary of the messages before `sentFrom`. */
  summary?: string;
  /** The model that its turns ask where they name none; the selected model where absent. */
  model?: string;
  /** Id of the caller who began it, where that is not the owner: a guest, a program with a key. */
  owner?: string;
  [key: string]: unknown;
}

export type { DamageReport };

/** How a run ended (docs/agent.md, "Logging"). `aborted` and `interrupted` extend the seed's list. */
export type RunStatus =
  | 'ok'
  | 'tool_failed'
  | 'model_error'
  | 'checkpoint_reached'
  | 'intervention_required'
  | 'format_error'
  | 'aborted'
  | 'interrupted';

/** A tool call as logs and answers show it. */
export interface LoggedToolCall {
  name: string;
  args: Record<string, unknown>;
  status: 'ok' | 'error';
  result: string;
}

/** One line of `logs/session-<id>.jsonl`: one run. The first nine fields are the seed's. */
export interface RunLogEntry {
  ts: string;
  sessionId: string;
  iteration: number;
  model: string;
  userInput: string;
  toolCalls: LoggedToolCall[];
  response: string;
  logSummary: string;
  status: RunStatus;
  runId?: string;
  /** What each model answered, where one failed. */
  errorDetail?: unknown;
  /** Repairs, waits, re-asks and damage that the reader should know of. */
  notes?: string[];
  [key: string]: unknown;
}

/** A message on its way into a session. */
export interface SessionMessage {
  readonly message: ModelMessage;
  readonly annotation?: MessageAnnotation;
}

/** A session that this process holds alone, for the time of one turn. Afterwards its methods throw ConflictError. */
export interface OpenSession {
  readonly id: string;
  /** It holds no message yet; damage may have taken what it held. */
  readonly isNew: boolean;
  /** As stored; changes with each call that stores something, like `messages`. */
  readonly metadata: Readonly<SessionMetadata>;
  readonly messages: readonly ModelMessage[];
  /** Damage that was found since the last turn; empty otherwise. */
  readonly damage: readonly DamageReport[];
  /**
   * The turn before this one was cut by the death of its process: tool calls may lack their results. It counts as dealt with
   * as soon as this turn stores a message or ends without an error.
   */
  readonly interrupted: boolean;
  /** Stores messages at the end, in order, as one write. Resolves when they are on disk. Throws StorageError. */
  append(messages: readonly SessionMessage[]): Promise<void>;
  /**
   * As `append`, but resolves as soon as they are written, where the death of the process leaves them; `stored` resolves when a power
   * cut does too. Where it rejects, with StorageError, nothing that is given to the session afterwards is stored either.
   */
  write(messages: readonly SessionMessage[]): Promise<{ stored: Promise<void> }>;
  /**
   * Sets the given metadata fields; `undefined` removes one. Resolves when it is on disk (before the first message: together
   * with that). Calls of append and updateMetadata that are made at once share one flush. Throws StorageError.
   */
  updateMetadata(patch: Partial<SessionMetadata>): Promise<void>;
  /** Appends one line to the session's log. Resolves when it is written: the death of the process leaves it. Throws StorageError. */
  appendLog(entry: RunLogEntry): Promise<void>;
}

/** One row of the list of sessions. */
export interface SessionSummary {
  sessionId: string;
  title: string;
  /** ISO 8601 instant of the last change. */
  lastTs: string;
}

/** One session as a list of all shows it. */
export interface SessionOverview {
  sessionId: string;
  title: string;
  /** ISO 8601. */
  createdAt: string;
  /** ISO 8601 instant of the last change. */
  updatedAt: string;
  /** The model that it asks, where it has one of its own. */
  model?: string;
}

/** A page of sessions, newest first; `nextCursor` is absent on the last page. */
export interface SessionPage {
  sessions: SessionSummary[];
  total: number;
  nextCursor?: string;
}

/** A whole session as it is stored. */
export interface SessionTranscript {
  sessionId: string;
  title: string;
  metadata: SessionMetadata;
  messages: ModelMessage[];
}
