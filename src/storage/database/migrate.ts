import type Libsql from 'libsql';
import { NewerDatabaseError } from './database.errors.js';
import type { DatabaseSchema } from './database-schema.js';

const VERSIONS = `CREATE TABLE IF NOT EXISTS schema_versions (
  name TEXT NOT NULL PRIMARY KEY,
  version INTEGER NOT NULL,
  applied_at TEXT NOT NULL
) STRICT`;

/**
 * Brings the schemas of all features up to date, as one transaction. Throws NewerDatabaseError, before anything is changed, where a
 * schema is already further than this code. What features that are no longer there have left is not touched.
 *
 * @param at ISO 8601 instant, kept with each version
 */
export function migrate(connection: Libsql.Database, schemas: readonly DatabaseSchema[], at: string): void {
  if (pending(connection, schemas).length === 0) return;
  connection.exec('BEGIN IMMEDIATE');
  try {
    connection.exec(VERSIONS);
    // Once more, now that nobody else can migrate: another process may have just done it.
    for (const { schema, from } of pending(connection, schemas)) {
      for (const sql of schema.migrations.slice(from)) connection.exec(sql);
      connection
        .prepare('INSERT INTO schema_versions (name, version, applied_at) VALUES (?, ?, ?) ON CONFLICT (name) DO UPDATE SET version = excluded.version, applied_at = excluded.applied_at')
        .run([schema.name, schema.migrations.length, at]);
    }
    connection.exec('COMMIT');
  } catch (error) {
    if (connection.inTransaction) connection.exec('ROLLBACK');
    throw error;
  }
}

function pending(connection: Libsql.Database, schemas: readonly DatabaseSchema[]): { schema: DatabaseSchema; from: number }[] {
  const versions = versionsOf(connection);
  return schemas.flatMap((schema) => {
    const from = versions.get(schema.name) ?? 0;
    const known = schema.migrations.length;
    if (from > known) throw new NewerDatabaseError(schema.name, from, known);
    return from === known ? [] : [{ schema, from }];
  });
}

function versionsOf(connection: Libsql.Database): Map<string, number> {
  const exists = connection.prepare(`SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'schema_versions'`).get([]) !== undefined;
  const rows = exists ? (connection.prepare('SELECT name, version FROM schema_versions').all([]) as { name: string; version: number }[]) : [];
  return new Map(rows.map(({ name, version }) => [name, version]));
}
