import { Injectable } from '@nestjs/common';
import { DatabaseSchemaProvider, type DatabaseSchema } from '../storage/database/database-schema.js';

/**
 * The tables of documents. `document_words` holds no text of its own; it is given the text of indexedText. The vectors of passages stand in a
 * table that is made when the size of a vector is known (src/rag/vectors/sqlite-vec.store.ts), or on a Qdrant server.
 */
const DOCUMENTS = `
CREATE TABLE documents (
  id TEXT NOT NULL PRIMARY KEY,
  title TEXT NOT NULL,
  type TEXT NOT NULL,
  source TEXT NOT NULL,
  size_bytes INTEGER NOT NULL,
  metadata TEXT,
  -- Of documents with one key, one is kept: the others are the same again.
  content_key TEXT NOT NULL,
  passage_count INTEGER NOT NULL,
  -- storing: its passages are being written; ready; deleted: its passages and vectors are being removed.
  state TEXT NOT NULL CHECK (state IN ('storing', 'ready', 'deleted')),
  created_at TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX documents_content ON documents (content_key) WHERE state = 'ready';
CREATE INDEX documents_newest ON documents (created_at, id) WHERE state = 'ready';
CREATE INDEX documents_unfinished ON documents (state) WHERE state <> 'ready';

CREATE TABLE document_passages (
  -- Numbers only grow: what is embedded is known by one number (document_index.embedded_to).
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  document TEXT NOT NULL REFERENCES documents (id),
  ordinal INTEGER NOT NULL,
  text TEXT NOT NULL,
  heading TEXT,
  page INTEGER,
  line INTEGER,
  start INTEGER NOT NULL,
  end INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX document_passages_of ON document_passages (document, ordinal);

CREATE VIRTUAL TABLE document_words USING fts5 (text, content = '', contentless_delete = 1, tokenize = 'porter unicode61 remove_diacritics 2');

-- The one set of vectors: by which model, where, of what size, and up to which passage.
CREATE TABLE document_index (
  only_row INTEGER NOT NULL PRIMARY KEY CHECK (only_row = 1),
  model TEXT NOT NULL,
  store TEXT NOT NULL,
  dimensions INTEGER NOT NULL,
  embedded_to INTEGER NOT NULL,
  updated_at TEXT NOT NULL
) STRICT;

-- Passages that the model refused: they are found by their words alone.
CREATE TABLE document_refused (
  passage INTEGER NOT NULL PRIMARY KEY REFERENCES document_passages (id) ON DELETE CASCADE,
  reason TEXT NOT NULL
) STRICT;

CREATE TABLE upload_contexts (
  id TEXT NOT NULL PRIMARY KEY,
  filename TEXT NOT NULL,
  size_bytes INTEGER NOT NULL,
  text TEXT NOT NULL,
  total_characters INTEGER NOT NULL,
  conversation_id TEXT,
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL
) STRICT;
CREATE INDEX upload_contexts_of ON upload_contexts (conversation_id);
CREATE INDEX upload_contexts_expired ON upload_contexts (expires_at);
`;

/** What documents keep in the database. */
@DatabaseSchemaProvider()
@Injectable()
export class DocumentsSchema implements DatabaseSchema {
  readonly name = 'documents';
  readonly migrations = [DOCUMENTS];
}
