import type { Database } from '../storage/database/database.js';
import { indexedText } from '../storage/full-text/search-text.js';
import type { NewDocument, Passage, StoredDocument, StoredPassage } from './document.js';

const DOCUMENT_COLUMNS =
  'id, title, type, source, size_bytes AS sizeBytes, metadata, created_at AS createdAt, passage_count AS passageCount';

const PASSAGE_COLUMNS =
  'document_passages.id AS id, document AS documentId, ordinal, text, heading, page, line, start, end, documents.title AS title';

type DocumentRow = Omit<StoredDocument, 'metadata'> & { metadata: string | null };
type PassageRow = Omit<StoredPassage, 'heading' | 'page' | 'line'> & { heading: string | null; page: number | null; line: number | null };

/** Place of a document in the list, newest first. */
export interface ListPlace {
  readonly createdAt: string;
  readonly id: string;
}

/** The rows of documents and passages, and the index of their words. What writes several rows is to be called within a transaction. */
export class DocumentStore {
  constructor(private readonly database: Database) {}

  /** Whether there is any document: asked at each turn. */
  hasAny(): boolean {
    return this.database.prepare("SELECT 1 FROM documents WHERE state = 'ready' LIMIT 1").get() !== undefined;
  }

  find(id: string): StoredDocument | undefined {
    const row = this.database.prepare<DocumentRow>(`SELECT ${DOCUMENT_COLUMNS} FROM documents WHERE id = ? AND state = 'ready'`).get(id);
    return row === undefined ? undefined : documentOf(row);
  }

  /** The document with this content. */
  findSame(contentKey: string): StoredDocument | undefined {
    const row = this.database.prepare<DocumentRow>(`SELECT ${DOCUMENT_COLUMNS} FROM documents WHERE content_key = ? AND state = 'ready'`).get(contentKey);
    return row === undefined ? undefined : documentOf(row);
  }

  /** Documents behind a place, newest first; those alone whose title or source holds `part`, in any case. */
  async list(limit: number, { after, part = '' }: { after?: ListPlace; part?: string } = {}): Promise<StoredDocument[]> {
    const rows = await this.database.read<DocumentRow>(
      `SELECT ${DOCUMENT_COLUMNS} FROM documents
       WHERE state = 'ready' AND (created_at, id) < (?, ?) AND (instr(lower(title), ?) > 0 OR instr(lower(source), ?) > 0)
       ORDER BY created_at DESC, id DESC LIMIT ?`,
      [after?.createdAt ?? '~', after?.id ?? '', part.toLowerCase(), part.toLowerCase(), limit],
    );
    return rows.map(documentOf);
  }

  /** Documents and their passages, counted. */
  async count(part = ''): Promise<{ documents: number; passages: number }> {
    const [row] = await this.database.read<{ documents: number; passages: number | null }>(
      `SELECT count(*) AS documents, sum(passage_count) AS passages FROM documents
       WHERE state = 'ready' AND (instr(lower(title), ?) > 0 OR instr(lower(source), ?) > 0)`,
      [part.toLowerCase(), part.toLowerCase()],
    );
    return { documents: row?.documents ?? 0, passages: row?.passages ?? 0 };
  }

  /** Passages of a document from a place on, in its order. */
  passagesOf(documentId: string, fromOrdinal: number, limit: number): Promise<StoredPassage[]> {
    const sql = `SELECT ${PASSAGE_COLUMNS} FROM document_passages JOIN documents ON documents.id = document
                 WHERE document = ? AND ordinal >= ? AND state = 'ready' ORDER BY ordinal LIMIT ?`;
    return this.database.read<PassageRow>(sql, [documentId, fromOrdinal, limit]).then((rows) => rows.map(passageOf));
  }

  /** The passages with these numbers; those that are gone are left out. In no promised order. */
  async passages(ids: readonly number[]): Promise<StoredPassage[]> {
    if (ids.length === 0) return [];
    const sql = `SELECT ${PASSAGE_COLUMNS} FROM document_passages JOIN documents ON documents.id = document
                 WHERE document_passages.id IN (SELECT value FROM json_each(?)) AND state = 'ready'`;
    return (await this.database.read<PassageRow>(sql, [JSON.stringify(ids)])).map(passageOf);
  }

  /** The number of a document's last passage. */
  lastPassage(documentId: string): number {
    const row = this.database
      .prepare<{ id: number }>('SELECT id FROM document_passages WHERE document = ? ORDER BY ordinal DESC LIMIT 1')
      .get(documentId);
    return row?.id ?? 0;
  }

  /** Begins a document: nobody sees it before `finish`. */
  begin(id: string, document: NewDocument, contentKey: string, createdAt: string): void {
    const { title, type, source, sizeBytes, metadata, passages } = document;
    this.database
      .prepare(
        `INSERT INTO documents (id, title, type, source, size_bytes, metadata, content_key, passage_count, state, created_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'storing', ?)`,
      )
      .run(id, title, type, source, sizeBytes, metadata === undefined ? null : JSON.stringify(metadata), contentKey, passages.length, createdAt);
  }

  addPassage(documentId: string, title: string, passage: Passage, ordinal: number): void {
    const { text, heading, page, line, start, end } = passage;
    const { lastInsertRowid: id } = this.database
      .prepare('INSERT INTO document_passages (document, ordinal, text, heading, page, line, start, end) VALUES (?, ?, ?, ?, ?, ?, ?, ?)')
      .run(documentId, ordinal, text, heading ?? null, page ?? null, line ?? null, start, end);
    // Who asks by the name of the document or of the chapter means its passages.
    this.database.prepare('INSERT INTO document_words (rowid, text) VALUES (?, ?)').run(id, indexedText([title, heading ?? '', text].join('\n')));
  }

  finish(documentId: string): void {
    this.database.prepare("UPDATE documents SET state = 'ready' WHERE id = ?").run(documentId);
  }

  /** Hides a document from now on. False where there is none. */
  hide(documentId: string): boolean {
    return this.database.prepare("UPDATE documents SET state = 'deleted' WHERE id = ? AND state <> 'deleted'").run(documentId).changes > 0;
  }

  /** A document that is to be removed: deleted, or half stored before an instant. */
  nextToRemove(abandonedBefore: string): string | undefined {
    return this.database
      .prepare<{ id: string }>("SELECT id FROM documents WHERE state = 'deleted' OR (state = 'storing' AND created_at < ?) LIMIT 1")
      .get(abandonedBefore)?.id;
  }

  /** Some passages of a document. */
  somePassageIds(documentId: string, limit: number): number[] {
    return this.database
      .prepare<{ id: number }>('SELECT id FROM document_passages WHERE document = ? LIMIT ?')
      .all(documentId, limit)
      .map(({ id }) => id);
  }

  removePassages(ids: readonly number[]): void {
    for (const id of ids) {
      this.database.prepare('DELETE FROM document_words WHERE rowid = ?').run(id);
      this.database.prepare('DELETE FROM document_passages WHERE id = ?').run(id);
    }
  }

  removeDocument(id: string): void {
    this.database.prepare('DELETE FROM documents WHERE id = ?').run(id);
  }
}

function documentOf({ metadata, ...row }: DocumentRow): StoredDocument {
  return { ...row, ...(metadata === null ? {} : { metadata: JSON.parse(metadata) as Record<string, unknown> }) };
}

function passageOf({ heading, page, line, ...row }: PassageRow): StoredPassage {
  return { ...row, ...(heading === null ? {} : { heading }), ...(page === null ? {} : { page }), ...(line === null ? {} : { line }) };
}
