import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Clock } from '../../common/clock.js';
import { messageOf } from '../../common/domain-error.js';
import { HealthWarningProvider, type HealthNotice, type HealthWarningSource } from '../../common/health-warning.js';
import { JarvisPaths } from '../../config/jarvis-paths.js';
import { Database } from '../../storage/database/database.js';
import { DocumentStore } from '../document-store.js';
import type { Embeddings } from '../embeddings/embeddings.js';
import { EmbeddingsProvider } from '../embeddings/embeddings.provider.js';
import { ABANDONED_AFTER_MS, FIRST_RETRY_MS, LAST_RETRY_MS, ROWS_PER_SLICE } from '../limits.js';
import { EmbeddingFailedError } from '../rag.errors.js';
import { VectorStores } from '../vectors/vector-stores.js';
import type { VectorStore } from '../vectors/vector-store.js';
import { embeddedText, PendingPassages, type PendingPassage } from './pending-passages.js';
import { VectorIndex } from './vector-index.js';

/** What the indexer is at. `waiting`: the last attempt failed, and the next one is a while off. */
export type IndexerState = 'idle' | 'indexing' | 'waiting';

/** How far the vectors have come. */
export interface IndexProgress {
  readonly state: IndexerState;
  readonly model: string;
  readonly store: string;
  readonly dimensions?: number;
  readonly passages: number;
  readonly embedded: number;
  readonly refused: number;
  /** Why the last attempt failed. */
  readonly error?: string;
}

/**
 * Works in the background while there is something to do: gives passages their vectors, anew where the model or the store has changed, and
 * removes what was deleted. How far it has come is in the database, so a server that dies goes on where it was. When there is nothing to do it
 * does nothing; a file says at the next start that there is.
 */
@HealthWarningProvider()
@Injectable()
export class Indexer implements OnApplicationBootstrap, BeforeApplicationShutdown, HealthWarningSource {
  private readonly logger = new Logger('Documents');
  private readonly store: DocumentStore;
  private readonly pending: PendingPassages;
  private readonly index: VectorIndex;
  private readonly marker: string;
  private readonly stopping = new AbortController();
  private working: Promise<void> | undefined;
  private waiting: { abort: AbortController; failed: string } | undefined;
  private error: string | undefined;
  private isAskedAgain = false;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly embeddings: EmbeddingsProvider,
    private readonly stores: VectorStores,
    paths: JarvisPaths,
  ) {
    this.store = new DocumentStore(database);
    this.pending = new PendingPassages(database);
    this.index = new VectorIndex(database, clock);
    this.marker = path.join(paths.data, 'documents.indexing');
  }

  /** Costs a look at one file where the last server left nothing to do. */
  onApplicationBootstrap(): void {
    if (existsSync(this.marker)) this.wake();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort(new Error('The server is stopping.'));
    this.waiting?.abort.abort();
    await this.working;
  }

  /** Says that there may be something to do. Returns at once. After a failure the next attempt has its time, unless the settings changed. */
  wake(): void {
    if (this.stopping.signal.aborted) return;
    this.isAskedAgain = true;
    if (this.waiting !== undefined && this.waiting.failed !== this.target()) this.waiting.abort.abort();
    this.working ??= this.work().finally(() => {
      this.working = undefined;
      if (this.isAskedAgain) this.wake();
    });
  }

  healthWarnings(): Promise<readonly HealthNotice[]> {
    return Promise.resolve(this.error === undefined ? [] : [{ problem: `Documents are found by their words alone for now: ${this.error}` }]);
  }

  /** How far the vectors of the model and store have come that the settings name now. */
  async progress(): Promise<IndexProgress> {
    const { model } = this.embeddings.current();
    const store = this.stores.current().name;
    const row = this.index.fitting(model, store);
    const { passages, pending, refused } = await this.pending.count(row?.embeddedTo ?? 0);
    // The settings may have changed, and nobody has searched since.
    if (pending > 0 || this.waiting !== undefined) this.wake();
    return {
      state: this.waiting !== undefined ? 'waiting' : pending > 0 ? 'indexing' : 'idle',
      model,
      store,
      ...(row === undefined ? {} : { dimensions: row.dimensions }),
      passages,
      embedded: passages - pending - refused,
      refused,
      ...(this.error === undefined ? {} : { error: this.error }),
    };
  }

  private async work(): Promise<void> {
    await writeFile(this.marker, '', { mode: 0o600 }).catch(() => undefined);
    let retryMs = FIRST_RETRY_MS;
    while (!this.stopping.signal.aborted) {
      this.isAskedAgain = false;
      try {
        await this.removeDeleted();
        await this.embedAll();
        this.error = undefined;
        retryMs = FIRST_RETRY_MS;
        if (this.isAskedAgain) continue;
        await rm(this.marker, { force: true });
        return;
      } catch (error) {
        if (this.stopping.signal.aborted) return;
        await this.waitAfter(error, retryMs);
        retryMs = Math.min(2 * retryMs, LAST_RETRY_MS);
      }
    }
  }

  private async waitAfter(error: unknown, retryMs: number): Promise<void> {
    this.index.recheck();
    this.error = messageOf(error);
    this.logger.warn(`Documents are found by their words alone for now: ${this.error} Next attempt in ${retryMs / 1000} s.`);
    const abort = new AbortController();
    this.waiting = { abort, failed: this.target() };
    await this.clock.sleep(retryMs, abort.signal).catch(() => undefined);
    this.waiting = undefined;
  }

  /** Until no passage is left, batch by batch; the settings are looked at before each. */
  private async embedAll(): Promise<void> {
    for (;;) {
      this.stopping.signal.throwIfAborted();
      const embeddings = this.embeddings.current();
      const store = this.stores.current();
      const from = this.index.fitting(embeddings.model, store.name)?.embeddedTo ?? 0;
      const batch = this.pending.next(from, embeddings.batchSize);
      const last = batch.at(-1);
      if (last === undefined) return;
      const vectors = await this.embedBatch(batch, embeddings);
      const first = vectors[0];
      if (first !== undefined) {
        const row = await this.index.prepare(embeddings.model, store, first.vector.length);
        // A new set begins with the first passage.
        if (row.embeddedTo !== from) continue;
        await this.add(vectors, store, row.dimensions);
      }
      if (this.index.fitting(embeddings.model, store.name) !== undefined) this.index.advance(last.id);
      await nextTurn();
    }
  }

  private async add(vectors: readonly { passage: PendingPassage; vector: Float32Array }[], store: VectorStore, dimensions: number): Promise<void> {
    if (vectors.some(({ vector }) => vector.length !== dimensions)) throw new EmbeddingFailedError('The embeddings server gave vectors of different sizes.');
    await store.add(vectors.map(({ passage, vector }) => ({ id: passage.id, vector, text: passage.text })));
  }

  /** The set of vectors for a query; undefined where there is none yet for the model and store that the settings name, which is then made. */
  searchable(embeddings: Embeddings, store: VectorStore): { dimensions: number } | undefined {
    const row = this.index.fitting(embeddings.model, store.name);
    if (row === undefined) this.wake();
    return row;
  }

  /** Has all vectors made anew: the model answers with another size than before. */
  invalidate(): void {
    this.index.invalidate();
    this.wake();
  }

  /** The passages' vectors, without those that the model refuses. */
  private async embedBatch(batch: readonly PendingPassage[], embeddings: Embeddings): Promise<{ passage: PendingPassage; vector: Float32Array }[]> {
    try {
      const vectors = await embeddings.embed(batch.map(embeddedText), this.stopping.signal);
      return batch.map((passage, index) => ({ passage, vector: vectors[index] as Float32Array }));
    } catch (error) {
      if (!(error instanceof EmbeddingFailedError) || !error.isRefusal) throw error;
      if (batch.length > 1) {
        const halves = [batch.slice(0, batch.length >> 1), batch.slice(batch.length >> 1)];
        return [...(await this.embedBatch(halves[0] as PendingPassage[], embeddings)), ...(await this.embedBatch(halves[1] as PendingPassage[], embeddings))];
      }
      // A model that refuses whatever it is given is none: nothing is skipped before it has answered once.
      if (this.index.fitting(embeddings.model, this.stores.current().name) === undefined) throw error;
      this.index.refuse((batch[0] as PendingPassage).id, error.message);
      return [];
    }
  }

  private async removeDeleted(): Promise<void> {
    const abandonedBefore = new Date(this.clock.now().getTime() - ABANDONED_AFTER_MS).toISOString();
    for (let id = this.store.nextToRemove(abandonedBefore); id !== undefined; id = this.store.nextToRemove(abandonedBefore)) {
      this.store.hide(id);
      for (let ids = this.store.somePassageIds(id, ROWS_PER_SLICE); ids.length > 0; ids = this.store.somePassageIds(id, ROWS_PER_SLICE)) {
        this.stopping.signal.throwIfAborted();
        const store = this.stores.current();
        // A set in another place is of no use any more and is made anew with what is there then.
        if (this.index.row()?.store === store.name) await store.remove(ids);
        this.database.transaction(() => this.store.removePassages(ids));
        await nextTurn();
      }
      this.store.removeDocument(id);
    }
  }

  /** What the settings name now. */
  private target(): string {
    return `${this.embeddings.current().model} ${this.stores.current().name}`;
  }
}
