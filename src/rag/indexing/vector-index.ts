import type { Clock } from '../../common/clock.js';
import type { Database } from '../../storage/database/database.js';
import { VectorStoreError } from '../rag.errors.js';
import type { VectorStore } from '../vectors/vector-store.js';

/** The one set of vectors, as the database knows it. */
export interface IndexRow {
  readonly model: string;
  readonly store: string;
  readonly dimensions: number;
  /** All passages up to this number have been embedded. */
  readonly embeddedTo: number;
}

/**
 * What is known of the set of vectors: by which model, where, of what size, how far it has come. Vectors of another model or size never
 * stand beside them: the set is made anew.
 */
export class VectorIndex {
  /** The store whose set was looked at since the server started. */
  private checked: string | undefined;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  row(): IndexRow | undefined {
    return this.database.prepare<IndexRow>('SELECT model, store, dimensions, embedded_to AS embeddedTo FROM document_index').get();
  }

  /** The row, where the set is one of this model in this store. */
  fitting(model: string, store: string): IndexRow | undefined {
    const row = this.row();
    return row?.model === model && row.store === store ? row : undefined;
  }

  /**
   * Makes sure that there is a set for vectors of a model and size, empty where there was none or another. Throws VectorStoreError, also
   * where there is a set that this server has not made.
   */
  async prepare(model: string, store: VectorStore, dimensions: number): Promise<IndexRow> {
    const row = this.row();
    const fits = row?.model === model && row.store === store.name && row.dimensions === dimensions;
    if (fits && this.checked === store.name) return row;
    const found = await store.dimensions();
    if (row?.store !== store.name && found !== undefined && store.name !== 'sqlite-vec') throw foreignSet(store);
    if (fits && found === dimensions) {
      this.checked = store.name;
      return row;
    }
    // Known first, so that a set that is half made when the server dies is this server's.
    this.reset({ model, store: store.name, dimensions, embeddedTo: 0 });
    await store.create(dimensions);
    this.checked = store.name;
    return { model, store: store.name, dimensions, embeddedTo: 0 };
  }

  /** Says that the vectors are of no use any more: the model answers with another size. */
  invalidate(): void {
    this.database.prepare("UPDATE document_index SET model = ''").run();
  }

  /** Looks at the store again before the next vectors: something failed there. */
  recheck(): void {
    this.checked = undefined;
  }

  /** Says how far the set has come. */
  advance(embeddedTo: number): void {
    this.database.prepare('UPDATE document_index SET embedded_to = ?, updated_at = ?').run(embeddedTo, this.now());
  }

  refuse(passage: number, reason: string): void {
    this.database.prepare('INSERT OR REPLACE INTO document_refused (passage, reason) VALUES (?, ?)').run(passage, reason);
  }

  private reset({ model, store, dimensions, embeddedTo }: IndexRow): void {
    this.database.transaction(() => {
      this.database.prepare('DELETE FROM document_refused').run();
      this.database
        .prepare('INSERT OR REPLACE INTO document_index (only_row, model, store, dimensions, embedded_to, updated_at) VALUES (1, ?, ?, ?, ?, ?)')
        .run(model, store, dimensions, embeddedTo, this.now());
    });
  }

  private now(): string {
    return this.clock.now().toISOString();
  }
}

function foreignSet(store: VectorStore): VectorStoreError {
  return new VectorStoreError(
    `There are vectors at ${store.name} already that this server has not made, so they are not touched. Remove the collection there, or name another server (setting qdrantUrl).`,
  );
}
