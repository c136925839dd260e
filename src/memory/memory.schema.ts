import { Injectable } from '@nestjs/common';
import { DatabaseSchemaProvider, type DatabaseSchema } from '../storage/database/database-schema.js';

/**
 * The tables of memory. The two indexes hold no text of their own. `memory_words` finds words whatever their accents and English endings (it
 * is given the text of indexedText); `memory_parts` finds any three characters in a row.
 */
const FACTS = `
CREATE TABLE memories (
  rowid INTEGER PRIMARY KEY AUTOINCREMENT,
  fact TEXT NOT NULL,
  -- Of facts with one key, one is known: the others were said again, or are forgotten.
  fact_key TEXT NOT NULL,
  topic TEXT NOT NULL,
  source TEXT NOT NULL,
  session_id TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  forgotten_at TEXT
) STRICT;
CREATE UNIQUE INDEX memories_known ON memories (fact_key) WHERE forgotten_at IS NULL;
CREATE INDEX memories_newest ON memories (created_at, rowid) WHERE forgotten_at IS NULL;
CREATE INDEX memories_by_topic ON memories (topic, created_at, rowid) WHERE forgotten_at IS NULL;
CREATE INDEX memories_forgotten ON memories (forgotten_at) WHERE forgotten_at IS NOT NULL;

CREATE TABLE memory_changes (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  memory INTEGER NOT NULL REFERENCES memories (rowid) ON DELETE CASCADE,
  change TEXT NOT NULL,
  fact_before TEXT NOT NULL,
  topic_before TEXT NOT NULL,
  source TEXT NOT NULL,
  session_id TEXT,
  at TEXT NOT NULL,
  -- What was forgotten together is brought back together.
  batch TEXT
) STRICT;
CREATE INDEX memory_changes_of ON memory_changes (memory, id);
CREATE INDEX memory_changes_batch ON memory_changes (batch) WHERE batch IS NOT NULL;

CREATE VIRTUAL TABLE memory_words USING fts5 (text, content = '', contentless_delete = 1, tokenize = 'porter unicode61 remove_diacritics 2');
CREATE VIRTUAL TABLE memory_parts USING fts5 (text, content = '', contentless_delete = 1, tokenize = 'trigram remove_diacritics 1');
`;

/** What memory keeps in the database. */
@DatabaseSchemaProvider()
@Injectable()
export class MemorySchema implements DatabaseSchema {
  readonly name = 'memory';
  readonly migrations = [FACTS];
}
