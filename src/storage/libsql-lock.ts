import { closeSync, mkdirSync, openSync, statSync, unlinkSync } from 'node:fs';
import path from 'node:path';
import type Libsql from 'libsql';
import type { Clock } from '../common/clock.js';
import { StorageError, systemErrorCode, TooManyRequestsError } from '../common/domain-error.js';
import { LOCK_RETRY_FIRST_MS, LOCK_RETRY_LONGEST_MS, LOCKS_RETRY_AFTER_SECONDS, MAX_HELD_LOCKS } from './limits.js';
import { Lock, type LockLease } from './lock.js';
import { toStorageError } from './storage-failure.js';

/** The operating system frees the lock with the process; MEMORY keeps SQLite from making a second file. */
const TAKE = 'PRAGMA journal_mode=MEMORY; BEGIN EXCLUSIVE';

const WOKEN = Symbol('woken');

/**
 * Locks as exclusive SQLite transactions, one empty file each. SQLite takes a record lock of the operating system, which
 * a dead process cannot hold, and which is free within a millisecond of a `kill -9`. Nothing is ever written into the files.
 * A connection is opened for each attempt and closed at once where it fails, so that only held locks cost a descriptor.
 *
 * Do not open a lock file by other means within this process: closing any descriptor of it would drop the lock.
 */
export class LibsqlLock extends Lock {
  private readonly held = new Set<string>();
  private readonly waiting = new Map<string, Set<AbortController>>();
  private driver: Promise<typeof Libsql> | undefined;

  /** @param folder where the lock files lie; made where it is missing */
  constructor(
    private readonly folder: string,
    private readonly clock: Clock,
  ) {
    super();
  }

  override async tryAcquire(name: string): Promise<LockLease | undefined> {
    // Loaded on first use: it costs 25 ms and 7 MB, which a server that only answers health does not need.
    this.driver ??= import('libsql').then((module) => module.default);
    const Database = await this.driver;
    if (this.held.has(name)) return undefined;
    if (this.held.size >= MAX_HELD_LOCKS) {
      throw new TooManyRequestsError('Too many sessions are at work at once. Try again later.', LOCKS_RETRY_AFTER_SECONDS);
    }
    const connection = this.take(Database, name);
    if (connection === undefined) return undefined;
    this.held.add(name);
    return { release: (options) => this.release(name, connection, options?.remove === true) };
  }

  override async acquire(name: string, { signal }: { signal?: AbortSignal } = {}): Promise<LockLease> {
    for (let delay = LOCK_RETRY_FIRST_MS; ; delay = Math.min(delay * 2, LOCK_RETRY_LONGEST_MS)) {
      signal?.throwIfAborted();
      const lease = await this.tryAcquire(name);
      if (lease) return lease;
      await this.pause(name, delay, signal);
    }
  }

  private take(Database: typeof Libsql, name: string): Libsql.Database | undefined {
    const file = path.join(this.folder, `${name}.lock`);
    try {
      for (;;) {
        const before = inodeOf(file) ?? this.create(file);
        const connection = new Database(file);
        try {
          if (inodeOf(file) === before) {
            connection.exec(TAKE);
            // Whoever held it before may have removed the name: then this is a lock on a file that nobody else will ever see.
            if (inodeOf(file) === before) return connection;
          }
          connection.close();
        } catch (error) {
          connection.close();
          if (systemErrorCode(error) === 'SQLITE_BUSY') return undefined;
          // Somebody put other content into it; nobody can hold a lock on such a file.
          if (systemErrorCode(error) !== 'SQLITE_NOTADB') throw error;
          unlinkSync(file);
        }
      }
    } catch (error) {
      const failure = toStorageError(error, 'A lock could not be taken');
      if (failure !== error) throw failure;
      // The driver's own errors name the file, which is for the log alone.
      throw new StorageError('A lock could not be taken: its file cannot be opened. Check data/locks in the home.', {}, { cause: error });
    }
  }

  /** Makes the empty file, so that it is private; SQLite would make it readable for all. */
  private create(file: string): bigint | undefined {
    for (let attempt = 0; ; attempt += 1) {
      try {
        closeSync(openSync(file, 'wx', 0o600));
        return inodeOf(file);
      } catch (error) {
        const code = systemErrorCode(error);
        if (code === 'EEXIST') return inodeOf(file);
        if (code !== 'ENOENT' || attempt > 0) throw error;
        mkdirSync(this.folder, { recursive: true, mode: 0o700 });
      }
    }
  }

  private release(name: string, connection: Libsql.Database, remove: boolean): void {
    if (!connection.open) return;
    try {
      // While it is still held: nobody can have got it in between.
      if (remove) unlinkSync(path.join(this.folder, `${name}.lock`));
    } catch {
      // A name that stays behind is an empty file and harms nobody.
    }
    connection.close();
    this.held.delete(name);
    for (const waiter of this.waiting.get(name) ?? []) waiter.abort(WOKEN);
  }

  /** Waits for the delay, or until the lock is given back in this process. */
  private async pause(name: string, milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
    const waker = new AbortController();
    const wakers = this.waiting.get(name) ?? new Set();
    this.waiting.set(name, wakers.add(waker));
    try {
      await this.clock.sleep(milliseconds, signal ? AbortSignal.any([signal, waker.signal]) : waker.signal);
    } catch (error) {
      if (error !== WOKEN) throw error;
    } finally {
      wakers.delete(waker);
      if (wakers.size === 0) this.waiting.delete(name);
    }
  }
}

function inodeOf(file: string): bigint | undefined {
  return statSync(file, { bigint: true, throwIfNoEntry: false })?.ino;
}
