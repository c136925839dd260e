import { StorageError, systemErrorCode } from '../../common/domain-error.js';
import { toStorageError } from '../storage-failure.js';

/** The file is no database, or parts of it cannot be read. It is left as it is. */
export class DamagedDatabaseError extends StorageError {
  constructor(cause: unknown) {
    super(
      'The database data/jarvis.db is damaged. It was left as it is. Stop the server, keep a copy of jarvis.db, jarvis.db-wal and ' +
        'jarvis.db-shm, and put a backup in their place, or nothing at all to begin with an empty one (docs/storage.md).',
      {},
      { cause },
    );
  }
}

/** The database was written by a newer version of Jarvis. Nothing was changed in it. */
export class NewerDatabaseError extends StorageError {
  constructor(schema: string, found: number, known: number) {
    super(
      `The database data/jarvis.db was written by a newer version of Jarvis (${schema} ${found}; this one knows ${known}). ` +
        'Install that version again, or put a backup in its place.',
    );
  }
}

const REASONS: readonly (readonly [code: RegExp, reason: string])[] = [
  [/^SQLITE_(BUSY|LOCKED)/, 'another process is writing to it. Try again'],
  [/^SQLITE_FULL/, 'the disk is full. Free some space and try again'],
  [/^SQLITE_(READONLY|CANTOPEN|PERM|AUTH)/, 'it cannot be opened for writing. Give the server\'s user the right to read and write its home'],
  [/^SQLITE_(IOERR|PROTOCOL)/, 'the disk reported an error. Check the disk'],
  [/^SQLITE_NOMEM/, 'there is not enough memory. Try again later'],
];

/**
 * Turns a failure of SQLite or of the file system into a StorageError that a caller may see. What is no such failure (a fault in the
 * SQL, a broken constraint, a DomainError) comes back as it is, to be thrown on.
 */
export function toDatabaseError(error: unknown): unknown {
  const code = systemErrorCode(error) ?? '';
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(code)) return new DamagedDatabaseError(error);
  const reason = REASONS.find(([pattern]) => pattern.test(code))?.[1];
  if (reason !== undefined) {
    return new StorageError(`The database data/jarvis.db could not be used: ${reason}.`, { reason: code }, { cause: error });
  }
  return toStorageError(error, 'The database data/jarvis.db could not be opened');
}
