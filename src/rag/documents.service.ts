import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Clock } from '../common/clock.js';
import { InvalidInputError, NotFoundError } from '../common/domain-error.js';
import { newId } from '../common/ids.js';
import { ellipsize, toWellFormedText } from '../common/text.js';
import { Database } from '../storage/database/database.js';
import type { NewDocument, StoredDocument, StoredPassage } from './document.js';
import { DocumentStore, type ListPlace } from './document-store.js';
import { Indexer, type IndexProgress } from './indexing/indexer.js';
import { MAX_LABEL_CHARACTERS, MAX_METADATA_BYTES, ROWS_PER_SLICE } from './limits.js';

/** A page of the list, newest first. */
export interface DocumentPage {
  readonly documents: readonly StoredDocument[];
  readonly total: number;
  /** Absent on the last page. */
  readonly nextCursor?: string;
}

/** The documents that are kept. All throw StorageError where the database cannot be used. */
@Injectable()
export class DocumentsService {
  private readonly store: DocumentStore;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly indexer: Indexer,
  ) {
    this.store = new DocumentStore(database);
  }

  /** Whether there is any. */
  hasAny(): boolean {
    return this.store.hasAny();
  }

  /**
   * Keeps a document: when this resolves it is found by its words; its vectors follow in the background. The same content under the same title
   * and source is kept once. Throws InvalidInputError where it has no passage or too much metadata.
   */
  async add(given: NewDocument): Promise<StoredDocument> {
    const document = checked(given);
    const contentKey = contentKeyOf(document);
    const same = this.store.findSame(contentKey);
    if (same !== undefined) return same;
    const id = newId();
    const { title, passages } = document;
    this.database.transaction(() => this.store.begin(id, document, contentKey, this.clock.now().toISOString()));
    for (let begin = 0; begin < passages.length; begin += ROWS_PER_SLICE) {
      const slice = passages.slice(begin, begin + ROWS_PER_SLICE);
      this.database.transaction(() => slice.forEach((passage, index) => this.store.addPassage(id, title, passage, begin + index)));
      await nextTurn();
    }
    const stored = this.database.transaction(() => {
      // The same may have been sent twice at once.
      const first = this.store.findSame(contentKey);
      if (first === undefined) this.store.finish(id);
      else this.store.hide(id);
      return first ?? this.store.find(id);
    });
    this.indexer.wake();
    return found(stored);
  }

  /** Throws NotFoundError. */
  get(id: string): StoredDocument {
    return found(this.store.find(id));
  }

  /** Passages of a document from a place on, in its order. Throws NotFoundError. */
  passages(id: string, offset: number, limit: number): Promise<StoredPassage[]> {
    this.get(id);
    return this.store.passagesOf(id, offset, limit);
  }

  /** Throws InvalidInputError for a cursor that this list has not given. */
  async list({ limit, cursor, part }: { limit: number; cursor?: string; part?: string }): Promise<DocumentPage> {
    const after = cursor === undefined ? undefined : placeOf(cursor);
    const [documents, { documents: total }] = await Promise.all([
      this.store.list(limit + 1, { ...(after === undefined ? {} : { after }), ...(part === undefined ? {} : { part }) }),
      this.store.count(part),
    ]);
    const shown = documents.slice(0, limit);
    const last = shown.at(-1);
    return { documents: shown, total, ...(documents.length > limit && last !== undefined ? { nextCursor: cursorOf(last) } : {}) };
  }

  /** From now on it is neither found nor listed; its rows and vectors are removed in the background. Throws NotFoundError. */
  delete(id: string): void {
    if (this.store.find(id) === undefined || !this.store.hide(id)) throw notFound();
    this.indexer.wake();
  }

  /** How many there are, and how far their vectors have come. */
  async status(): Promise<IndexProgress & { documents: number }> {
    const [{ documents }, progress] = await Promise.all([this.store.count(), this.indexer.progress()]);
    return { ...progress, documents };
  }
}

function checked(document: NewDocument): NewDocument {
  if (document.passages.length === 0) throw new InvalidInputError('The document holds no text.', { field: 'content' });
  const { metadata } = document;
  if (metadata !== undefined && Buffer.byteLength(JSON.stringify(metadata)) > MAX_METADATA_BYTES) {
    throw new InvalidInputError(`metadata must be at most ${MAX_METADATA_BYTES} bytes of JSON.`, { field: 'metadata' });
  }
  return { ...document, title: label(document.title), source: label(document.source) };
}

/** On one line, and not too long for a list. */
function label(text: string): string {
  return ellipsize(toWellFormedText(text).replace(/[\u0000-\u001f\u007f]+/g, ' ').trim(), MAX_LABEL_CHARACTERS);
}

function contentKeyOf({ title, source, passages }: NewDocument): string {
  const hash = createHash('sha256').update(JSON.stringify([title, source]));
  for (const { text } of passages) hash.update('\n').update(text);
  return hash.digest('base64url');
}

function cursorOf({ createdAt, id }: StoredDocument): string {
  return Buffer.from(`${createdAt} ${id}`).toString('base64url');
}

function placeOf(cursor: string): ListPlace {
  const [createdAt = '', id] = Buffer.from(cursor, 'base64url').toString('utf8').split(' ');
  if (id === undefined || !/^\d{4}-/.test(createdAt)) throw new InvalidInputError('cursor must be the next_cursor of a page.', { field: 'cursor' });
  return { createdAt, id };
}

function found(document: StoredDocument | undefined): StoredDocument {
  if (document === undefined) throw notFound();
  return document;
}

function notFound(): NotFoundError {
  return new NotFoundError('There is no document with this id.', { field: 'id' });
}
