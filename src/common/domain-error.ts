/** Values that may be shown to a caller beside the message. Never a path, a stack or a secret. */
export type ErrorData = Readonly<Record<string, unknown>>;

/**
 * The base of every failure that the project raises on purpose: a stable `code` for programs, a message that
 * says what, where and what to do for people, and data. One filter maps codes to HTTP, one to WebSocket
 * and one to OpenAI's error body; domain code knows none of them.
 */
export abstract class DomainError extends Error {
  abstract readonly code: string;

  constructor(
    message: string,
    readonly data: ErrorData = {},
    options?: { cause?: unknown },
  ) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** Input that breaks a rule. `data.field` names the field where there is one. */
export class InvalidInputError extends DomainError {
  override readonly code = 'invalid_input';
}

/** The named thing does not exist. */
export class NotFoundError extends DomainError {
  override readonly code = 'not_found';
}

/** The request contradicts the present state, e.g. an abort where nothing runs. */
export class ConflictError extends DomainError {
  override readonly code = 'conflict';
}

/** More than fits now. `data.retryAfterSeconds` says when to come back. */
export class TooManyRequestsError extends DomainError {
  override readonly code = 'too_many_requests';

  constructor(message: string, readonly retryAfterSeconds: number, data: ErrorData = {}) {
    super(message, { ...data, retryAfterSeconds });
  }
}

/** Data could not be read or written: disk full, permission denied, read-only. The message names no path. */
export class StorageError extends DomainError {
  override readonly code = 'storage_error';
}

/** Whether a failure is neither the caller's doing nor foreseen: something that whoever runs the server should look into. */
export function isServerFault(error: unknown): boolean {
  return !(error instanceof DomainError) || error instanceof StorageError;
}

/** The message of anything that was thrown, for logs and for texts that people read. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The `code` of a Node.js system error (`ENOENT`, `ENOSPC` ...), if it has one. */
export function systemErrorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
