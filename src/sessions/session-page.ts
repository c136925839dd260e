import { InvalidInputError } from '../common/domain-error.js';
import type { SessionRow } from '../storage/session-store.js';

/** A place in the list: the session before it. */
interface Place {
  readonly updatedAt: string;
  readonly id: string;
}

/**
 * A page of rows, newest first, after the place that `cursor` names. A session that changes moves to the top; the order of
 * the others, and so the pages that follow, stay as they are. Throws InvalidInputError for a cursor that is none of ours.
 */
export function pageOf(rows: readonly SessionRow[], limit: number, cursor: string | undefined): { rows: SessionRow[]; nextCursor?: string } {
  const sorted = [...rows].sort(newestFirst);
  const after = cursor === undefined ? undefined : decodeCursor(cursor);
  const rest = after ? sorted.filter((row) => newestFirst(after, row) < 0) : sorted;
  const page = rest.slice(0, limit);
  const last = page.at(-1);
  return { rows: page, ...(last && rest.length > limit ? { nextCursor: encodeCursor(last) } : {}) };
}

function newestFirst(one: Place, other: Place): number {
  const byTime = Date.parse(other.updatedAt) - Date.parse(one.updatedAt);
  if (byTime !== 0) return byTime;
  return one.id < other.id ? -1 : one.id > other.id ? 1 : 0;
}

function encodeCursor({ updatedAt, id }: Place): string {
  return Buffer.from(JSON.stringify([updatedAt, id])).toString('base64url');
}

function decodeCursor(cursor: string): Place {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    if (Array.isArray(value)) {
      const [updatedAt, id] = value as unknown[];
      if (typeof updatedAt === 'string' && typeof id === 'string' && !Number.isNaN(Date.parse(updatedAt))) return { updatedAt, id };
    }
  } catch {
    // Said below, as for every other cursor that is none.
  }
  throw new InvalidInputError('cursor must be the nextCursor of an earlier page.', { field: 'cursor' });
}
