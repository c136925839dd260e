import { randomUUID } from 'node:crypto';
import { InvalidInputError } from '../common/domain-error.js';

/** What a session id looks like. It becomes part of file names, so nothing else ever reaches the file system. */
export const SESSION_ID_PATTERN = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

export function isSessionId(value: unknown): value is string {
  return typeof value === 'string' && SESSION_ID_PATTERN.test(value);
}

/** Throws InvalidInputError unless the value is a session id. */
export function assertSessionId(value: unknown): asserts value is string {
  if (isSessionId(value)) return;
  throw new InvalidInputError('sessionId must be 1 to 128 letters, digits, ".", "_" or "-", and begin with a letter or digit.', { field: 'sessionId' });
}

/** A session id that nobody has had and nobody can guess: a UUID v4. */
export function newSessionId(): string {
  return randomUUID();
}
