import { chmodSync, closeSync, mkdirSync, openSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type Libsql from 'libsql';
import { BUSY_TIMEOUT_MS, WAL_SIZE_LIMIT_BYTES } from './limits.js';

/** What is answered with success is on disk (docs/storage.md): a commit is flushed before it returns. */
const PRAGMAS = [
  `busy_timeout = ${BUSY_TIMEOUT_MS}`,
  'journal_mode = WAL',
  'synchronous = FULL',
  'foreign_keys = ON',
  `journal_size_limit = ${WAL_SIZE_LIMIT_BYTES}`,
];

/**
 * Opens the database for reading and writing; makes the file, for its owner alone, where there is none. SQLite gives the files beside
 * it the same rights. Throws what the driver throws.
 */
export function openConnection(file: string): Libsql.Database {
  // Loaded here: it costs 25 ms and 7 MB, which a server that nobody has talked to yet does not need.
  const Driver = createRequire(import.meta.url)('libsql') as typeof Libsql;
  makePrivate(file);
  const connection = new Driver(file);
  try {
    for (const pragma of PRAGMAS) connection.pragma(pragma);
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

function makePrivate(file: string): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  closeSync(openSync(file, 'a', 0o600));
  if ((statSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600);
}
