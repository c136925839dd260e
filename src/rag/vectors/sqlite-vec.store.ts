import { createRequire } from 'node:module';
import { messageOf } from '../../common/domain-error.js';
import type { Database } from '../../storage/database/database.js';
import { VectorStoreError } from '../rag.errors.js';
import { VectorStore, type NearPassage, type PassageVector } from './vector-store.js';

const SCHEMA = "SELECT sql FROM sqlite_master WHERE name = 'document_vectors'";

/** Vectors in jarvis.db, by the extension sqlite-vec. It compares with all of them, beside the event loop: some 60 ms for 50,000. */
export class SqliteVecStore extends VectorStore {
  readonly name = 'sqlite-vec';
  private isLoaded = false;

  constructor(private readonly database: Database) {
    super();
  }

  override dimensions(): Promise<number | undefined> {
    return this.attempt(() => {
      const found = /float\[(\d+)\]/.exec(this.database.prepare<{ sql: string }>(SCHEMA).get()?.sql ?? '')?.[1];
      return found === undefined ? undefined : Number(found);
    });
  }

  override create(dimensions: number): Promise<void> {
    return this.attempt(() => {
      this.database.transaction(() => {
        this.database.prepare('DROP TABLE IF EXISTS document_vectors').run();
        this.database
          .prepare(`CREATE VIRTUAL TABLE document_vectors USING vec0(passage INTEGER PRIMARY KEY, vector float[${Math.trunc(dimensions)}] distance_metric=cosine)`)
          .run();
      });
    });
  }

  override add(vectors: readonly PassageVector[]): Promise<void> {
    return this.attempt(() => {
      this.database.transaction(() => {
        for (const { id, vector } of vectors) {
          this.removeOne(id);
          // The extension wants integers, and the driver gives numbers as floats.
          this.database.prepare('INSERT INTO document_vectors (passage, vector) VALUES (?, ?)').run(BigInt(id), bytesOf(vector));
        }
      });
    });
  }

  override nearest(vector: Float32Array, limit: number, minSimilarity: number): Promise<NearPassage[]> {
    return this.attempt(async () => {
      const rows = await this.database.read<{ id: number; distance: number | null }>(
        'SELECT passage AS id, distance FROM document_vectors WHERE vector MATCH ? AND k = ?',
        [bytesOf(vector), BigInt(limit)],
      );
      return rows
        // The vector of nothing has no direction, so it is near to none.
        .map(({ id, distance }) => ({ id, similarity: distance === null ? -1 : 1 - distance }))
        .filter(({ similarity }) => similarity > minSimilarity)
        .sort((a, b) => b.similarity - a.similarity);
    });
  }

  override remove(ids: readonly number[]): Promise<void> {
    return this.attempt(() => {
      this.database.transaction(() => {
        for (const id of ids) this.removeOne(id);
      });
    });
  }

  private removeOne(id: number): void {
    this.database.prepare('DELETE FROM document_vectors WHERE passage = ?').run(BigInt(id));
  }

  private async attempt<T>(work: () => T | Promise<T>): Promise<T> {
    try {
      this.load();
      return await work();
    } catch (error) {
      throw new VectorStoreError(`The vectors in jarvis.db could not be used: ${messageOf(error)}`, {}, { cause: error });
    }
  }

  private load(): void {
    if (this.isLoaded) return;
    const { getLoadablePath } = createRequire(import.meta.url)('sqlite-vec') as { getLoadablePath(): string };
    this.database.loadExtension(getLoadablePath());
    this.isLoaded = true;
  }
}

function bytesOf(vector: Float32Array): Uint8Array {
  return new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
}
