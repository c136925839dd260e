import { InvalidInputError } from '../common/domain-error.js';
import { MAX_IDEMPOTENCY_KEY_LENGTH } from './limits.js';

/** A request that may be sent again. */
export interface IdempotentRequest {
  /** What the client calls it: the `Idempotency-Key` header. */
  readonly key: string;
  /** Whose key it is: the same key of another principal is another key. */
  readonly principalId: string;
  /** Says whether two requests under one key ask for the same: a hash of what was asked, made by the caller. */
  readonly requestHash: string;
  /** The session in which it runs, chosen before it begins, so that a repetition after a crash goes on in the same one. */
  readonly sessionId: string;
}

/** The right to run a request, alone among all processes. Must be given back by one of its two methods, once. */
export interface IdempotencyClaim {
  /** The session in which to run it: the first attempt's, where this is a later one. */
  readonly sessionId: string;
  /** Keeps the answer for repetitions. Resolves when it is on disk. Throws StorageError; the claim is given back even then. */
  complete(answer: unknown): Promise<void>;
  /** Forgets the key: nothing was done, and the next request under it is the first. */
  abandon(): Promise<void>;
}

/** What a key stands for. */
export type IdempotencyState =
  /** Never seen: run it. */
  | { readonly state: 'new'; readonly claim: IdempotencyClaim }
  /** Seen, but the process died before it answered: run it, in the same session. What it stored before may be there. */
  | { readonly state: 'interrupted'; readonly claim: IdempotencyClaim }
  /** Answered: give that answer. */
  | { readonly state: 'done'; readonly answer: unknown; readonly sessionId: string }
  /** Seen with another request. */
  | { readonly state: 'mismatch' }
  /** Being run now, in this or another process. */
  | { readonly state: 'running'; readonly sessionId: string | undefined };

/**
 * Answers by Idempotency-Key: a repeated request gets the first answer and runs nothing twice, also after a restart. Answers are
 * kept for a day. A claim ends with its process, so that no crash leaves a key stuck. Failures are StorageErrors.
 */
export abstract class IdempotencyStore {
  /** Looks the key up and claims it where nobody runs it. Never waits. Throws InvalidInputError for an impossible key. */
  abstract begin(request: IdempotentRequest): Promise<IdempotencyState>;

  /** As `begin`, but waits while it is running. Rejects with the signal's reason when it aborts. */
  abstract wait(request: IdempotentRequest, signal?: AbortSignal): Promise<Exclude<IdempotencyState, { state: 'running' }>>;

  /** Drops what is older than a day, and the oldest beyond the limit. Runs by itself now and then. */
  abstract sweep(): Promise<void>;
}

/** Throws InvalidInputError unless it can be an Idempotency-Key: printable ASCII, at most 255 characters. */
export function assertIdempotencyKey(key: string): void {
  if (key.length <= MAX_IDEMPOTENCY_KEY_LENGTH && /^[\x21-\x7e]+$/.test(key)) return;
  throw new InvalidInputError(`Idempotency-Key must be 1 to ${MAX_IDEMPOTENCY_KEY_LENGTH} printable ASCII characters without spaces.`, {
    field: 'Idempotency-Key',
  });
}
