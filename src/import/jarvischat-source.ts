import { existsSync } from 'node:fs';
import { InvalidInputError } from '../common/domain-error.js';

/** Tables of JarvisChat's database and the columns of each that are read. */
const TABLES = {
  conversations: ['id', 'title', 'model', 'created_at', 'updated_at'],
  messages: ['conversation_id', 'role', 'content', 'created_at'],
  memories: ['fact', 'topic', 'source', 'created_at'],
  system_presets: ['name', 'prompt', 'is_default'],
  profile: ['content'],
  settings: ['key', 'value'],
  skills: ['skill_key', 'enabled'],
} as const;

type Table = keyof typeof TABLES;

/** A row as text, by column; null where the database says so. */
export type SourceRow = Readonly<Record<string, string | null>>;

/** All that is read of an old database. */
export type JarvisChatData = Readonly<Record<Table, readonly SourceRow[]>>;

/** Reads a JarvisChat database and changes nothing. Throws InvalidInputError where the file is none. */
export async function readJarvisChat(file: string): Promise<JarvisChatData> {
  if (!existsSync(file)) throw new InvalidInputError(`There is no file ${file}.`);
  const { default: Database } = await import('libsql');
  try {
    const database = new Database(file, { readonly: true });
    try {
      const rows = (table: Table): SourceRow[] => {
        const order = table === 'memories' ? 'rowid' : table === 'messages' ? 'id' : 'rowid';
        const found = database.prepare(`SELECT ${TABLES[table].join(', ')} FROM ${table} ORDER BY ${order}`).all() as Record<string, unknown>[];
        return found.map((row) => Object.fromEntries(TABLES[table].map((column) => [column, textOf(row[column])])));
      };
      return {
        conversations: rows('conversations'),
        messages: rows('messages'),
        memories: rows('memories'),
        system_presets: rows('system_presets'),
        profile: rows('profile'),
        settings: rows('settings'),
        skills: rows('skills'),
      };
    } finally {
      database.close();
    }
  } catch (error) {
    throw new InvalidInputError(`${file} is no database of JarvisChat: ${error instanceof Error ? error.message : String(error)}.`, {}, { cause: error });
  }
}

function textOf(value: unknown): string | null {
  return value === null || value === undefined ? null : String(value);
}
