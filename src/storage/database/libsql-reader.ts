import type Libsql from 'libsql/promise';
import { LRUCache } from 'lru-cache';
import type { SqlValue } from './database.js';
import { toDatabaseError } from './database.errors.js';
import { BUSY_TIMEOUT_MS, MAX_PREPARED_STATEMENTS } from './limits.js';
import { checked } from './libsql-statement.js';

/** The part of libsql's promise API that is used here; the package declares it as `any`. */
interface PromisedStatement {
  all(values: readonly SqlValue[]): Promise<unknown[]>;
}

/**
 * A connection that only reads, in threads of the driver: the event loop goes on meanwhile. One read at a time, since the driver fetches the
 * rows of a result on the event loop, which would wait for another read that is still at work on the connection.
 */
export class LibsqlReader {
  private connection: Promise<Libsql> | undefined;
  private readonly statements = new LRUCache<string, PromisedStatement>({ max: MAX_PREPARED_STATEMENTS });
  private readonly extensions: string[] = [];
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly file: string) {}

  /** The rows of one SELECT. */
  read(sql: string, values: readonly SqlValue[]): Promise<unknown[]> {
    const sent = checked(values);
    const reading = this.last.then(() => this.readNow(sql, sent));
    this.last = reading.catch(() => undefined);
    return reading;
  }

  /** For every read that is asked for from now on. One that cannot be loaded makes the next read fail. */
  loadExtension(file: string): void {
    this.extensions.push(file);
  }

  /** Waits for the reads that were asked for, then closes. Must not be used afterwards. */
  async close(): Promise<void> {
    await this.last;
    const connection = await this.connection?.catch(() => undefined);
    this.statements.clear();
    connection?.close();
  }

  private async readNow(sql: string, values: readonly SqlValue[]): Promise<unknown[]> {
    try {
      const statement = this.statements.get(sql) ?? (await this.prepare(sql));
      return await statement.all(values);
    } catch (error) {
      throw toDatabaseError(error);
    }
  }

  private async prepare(sql: string): Promise<PromisedStatement> {
    this.connection ??= this.open();
    const connection = await this.connection.catch((error: unknown) => {
      this.connection = undefined;
      throw error;
    });
    for (let file = this.extensions[0]; file !== undefined; file = this.extensions[0]) {
      connection.loadExtension(file);
      this.extensions.shift();
    }
    // Put together before the first row is fetched, which is what happens in the thread; the rest is on the event loop.
    const statement = (await connection.prepare(`WITH result AS MATERIALIZED (${sql}) SELECT * FROM result`)) as PromisedStatement;
    this.statements.set(sql, statement);
    return statement;
  }

  private async open(): Promise<Libsql> {
    const { default: Driver } = await import('libsql/promise');
    const connection = await new Driver(this.file, {});
    await connection.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}; PRAGMA query_only = ON`);
    return connection;
  }
}
