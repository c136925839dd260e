import type Libsql from 'libsql';
import { InvalidInputError } from '../../common/domain-error.js';
import type { SqlValue, Statement, WriteResult } from './database.js';
import { toDatabaseError } from './database.errors.js';

/** A statement of libsql behind the port: values checked, rows without what the driver adds, failures in our words. */
export class LibsqlStatement<R> implements Statement<R> {
  constructor(private readonly statement: Libsql.Statement<unknown[]>) {}

  run(...values: readonly SqlValue[]): WriteResult {
    const { changes, lastInsertRowid } = attempt(() => this.statement.run(checked(values)));
    return { changes, lastInsertRowid: Number(lastInsertRowid) };
  }

  get(...values: readonly SqlValue[]): R | undefined {
    const row = attempt(() => this.statement.get(checked(values))) as (R & { _metadata?: unknown }) | undefined;
    if (row !== undefined) delete row._metadata;
    return row;
  }

  all(...values: readonly SqlValue[]): R[] {
    return attempt(() => this.statement.all(checked(values))) as R[];
  }
}

/**
 * The values, if they are such as SQLite can hold. The driver ends the whole process at a boolean, stores `undefined` and NaN as NULL, and
 * cuts text at a NUL when it is read. Throws InvalidInputError for a NUL, TypeError for the rest, which are faults of the code.
 */
export function checked(values: readonly SqlValue[]): SqlValue[] {
  for (const value of values as readonly unknown[]) {
    const isValue =
      value === null ||
      typeof value === 'bigint' ||
      value instanceof Uint8Array ||
      (typeof value === 'number' && !Number.isNaN(value)) ||
      (typeof value === 'string' && !value.includes('\u0000'));
    // Text comes from outside, and there it is the sender's fault.
    if (typeof value === 'string' && !isValue) throw new InvalidInputError('A text must not contain a NUL character.');
    if (!isValue) throw new TypeError(`A value of type ${typeof value} cannot be stored in the database: ${JSON.stringify(value)}`);
  }
  return [...values];
}

/** Runs a call of the driver. */
export function attempt<T>(call: () => T): T {
  try {
    return call();
  } catch (error) {
    throw toDatabaseError(error);
  }
}
