import type { OnApplicationShutdown } from '@nestjs/common';
import type Libsql from 'libsql';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../common/clock.js';
import { StorageError } from '../../common/domain-error.js';
import { Database, type Row, type SqlValue, type Statement } from './database.js';
import { toDatabaseError } from './database.errors.js';
import type { DatabaseSchema } from './database-schema.js';
import { attempt, LibsqlStatement } from './libsql-statement.js';
import { LibsqlReader } from './libsql-reader.js';
import { MAX_PREPARED_STATEMENTS } from './limits.js';
import { migrate } from './migrate.js';
import { openConnection } from './open-connection.js';

/**
 * The database as one SQLite file (docs/storage.md, "The database"): one connection that writes, one that reads in a thread. A file that
 * cannot be opened is tried again at each use, so that what a person mends works without a restart.
 */
export class LibsqlDatabase extends Database implements OnApplicationShutdown {
  private connection: Libsql.Database | undefined;
  private readonly reader: LibsqlReader;
  private readonly statements = new LRUCache<string, LibsqlStatement<unknown>>({ max: MAX_PREPARED_STATEMENTS });
  private readonly extensions = new Set<string>();
  private isClosed = false;

  /** @param schemas asked for when the database is opened */
  constructor(
    private readonly file: string,
    private readonly schemas: () => readonly DatabaseSchema[],
    private readonly clock: Clock,
  ) {
    super();
    this.reader = new LibsqlReader(file);
  }

  override prepare<R = Row>(sql: string): Statement<R> {
    const connection = this.open();
    const known = this.statements.get(sql);
    const statement = known ?? new LibsqlStatement<unknown>(attempt(() => connection.prepare(sql)));
    if (known === undefined) this.statements.set(sql, statement);
    return statement as Statement<R>;
  }

  override transaction<T>(work: () => T): T {
    const connection = this.open();
    if (connection.inTransaction) return work();
    attempt(() => connection.exec('BEGIN IMMEDIATE'));
    try {
      const result = work();
      connection.exec('COMMIT');
      return result;
    } catch (error) {
      // SQLite itself has taken it back where the disk is full.
      if (connection.inTransaction) connection.exec('ROLLBACK');
      throw toDatabaseError(error);
    }
  }

  override async read<R = Row>(sql: string, values: readonly SqlValue[] = []): Promise<R[]> {
    this.open();
    return (await this.reader.read(sql, values)) as R[];
  }

  override loadExtension(file: string): void {
    const connection = this.open();
    if (this.extensions.has(file)) return;
    attempt(() => connection.loadExtension(file));
    this.extensions.add(file);
    this.reader.loadExtension(file);
  }

  /** After the turns have ended: the agent waits for them in beforeApplicationShutdown. */
  async onApplicationShutdown(): Promise<void> {
    await this.close();
  }

  /** Waits for reads, writes everything into the one file and closes it. Afterwards every call throws StorageError. */
  async close(): Promise<void> {
    if (this.isClosed) return;
    // At once: the driver ends the whole process where a closed connection is used.
    this.isClosed = true;
    await this.reader.close();
    this.statements.clear();
    const connection = this.connection;
    this.connection = undefined;
    if (connection === undefined) return;
    try {
      connection.pragma('wal_checkpoint(TRUNCATE)');
    } catch {
      // Another process is at it: what is in the log stays valid there.
    }
    connection.close();
  }

  private open(): Libsql.Database {
    if (this.isClosed) throw new StorageError('The server is stopping: the database is closed.');
    this.connection ??= attempt(() => this.connect());
    return this.connection;
  }

  private connect(): Libsql.Database {
    const connection = openConnection(this.file);
    try {
      migrate(connection, this.schemas(), this.clock.now().toISOString());
      return connection;
    } catch (error) {
      connection.close();
      throw error;
    }
  }
}
