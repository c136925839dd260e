/** What a column may hold and a placeholder may be given. Booleans and instants are stored as numbers and text. */
export type SqlValue = string | number | bigint | Uint8Array | null;

/** One row of a result, by column name. */
export type Row = Readonly<Record<string, SqlValue>>;

/** What a statement that writes has done. */
export interface WriteResult {
  /** Rows inserted, changed or removed. */
  readonly changes: number;
  /** The rowid that was given to the last inserted row. */
  readonly lastInsertRowid: number;
}

/** A prepared statement. Values stand for its `?` in order. */
export interface Statement<R = Row> {
  run(...values: readonly SqlValue[]): WriteResult;
  get(...values: readonly SqlValue[]): R | undefined;
  all(...values: readonly SqlValue[]): R[];
}

/**
 * The one SQL database of the server: what the features keep that is no file for people to read. It is opened at its first use, with the
 * schemas of all features (DatabaseSchema) brought up to date, and closed when the server stops.
 *
 * `prepare` and `transaction` work at once and hold up everything else while they do: they are for writes and for reads by key. What
 * looks through many rows goes through `read`, which works beside the event loop and sees what was committed before the call.
 *
 * All throw StorageError where the database cannot be opened, read or written. Faults in the SQL itself come as they are.
 */
export abstract class Database {
  /** Statements are kept prepared by their text, so ask for one where it is used. */
  abstract prepare<R = Row>(sql: string): Statement<R>;

  /**
   * Runs `work` as one transaction: all of it is on disk when this returns, or nothing has happened and what `work` threw is thrown.
   * Within another transaction it is part of that one. `work` must not wait for anything.
   */
  abstract transaction<T>(work: () => T): T;

  /** The rows of one SELECT, found beside the event loop. `sql` must not vary without bound, since it is kept prepared. */
  abstract read<R = Row>(sql: string, values?: readonly SqlValue[]): Promise<R[]>;

  /**
   * Makes what a loadable extension of SQLite brings (functions, kinds of tables) usable in all of the above. Asking again for one that is
   * loaded does nothing. The extension stays until the server stops.
   *
   * @param file absolute path of the library
   */
  abstract loadExtension(file: string): void;
}
