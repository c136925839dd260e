import { randomUUID } from 'node:crypto';

/** A new id that nobody can guess: UUID version 4. */
export function newId(): string {
  return randomUUID();
}
