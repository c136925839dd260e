import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ConfigService } from '../../config/config.service.js';
import { JarvisPaths } from '../../config/jarvis-paths.js';
import { LibsqlDatabase } from '../../storage/database/libsql-database.js';
import { FixedClock } from '../../storage/testing/fixed-clock.js';
import { DocumentsSchema } from '../documents.schema.js';
import { DocumentsService } from '../documents.service.js';
import { EmbeddingsProvider } from '../embeddings/embeddings.provider.js';
import { Indexer, type IndexProgress } from '../indexing/indexer.js';
import { splitPassages } from '../reading/split-passages.js';
import { DocumentSearch } from '../search/document-search.js';
import { VectorStores } from '../vectors/vector-stores.js';
import { DocumentWorkers } from '../worker/document-workers.js';
import { ScriptedEmbeddings } from './scripted-embeddings.js';

/** Documents on a real database in a throw-away home, with a scripted embeddings server and a clock that stands still. */
export class RagBench {
  private readonly home = mkdtempSync(path.join(tmpdir(), 'jarvis-rag-'));
  readonly clock = new FixedClock();
  readonly config: ConfigService;
  database!: LibsqlDatabase;
  indexer!: Indexer;
  documents!: DocumentsService;
  searching!: DocumentSearch;

  private constructor(readonly embeddings: ScriptedEmbeddings) {
    const paths = new JarvisPaths(this.home);
    mkdirSync(path.dirname(paths.settingsFile), { recursive: true });
    writeFileSync(paths.settingsFile, JSON.stringify({ embeddings: { baseUrl: `${embeddings.url}/v1`, model: 'first' } }));
    this.config = new ConfigService(paths);
    this.open();
  }

  static async start(): Promise<RagBench> {
    return new RagBench(await new ScriptedEmbeddings().listen());
  }

  /** As a server that starts. */
  private open(): void {
    const { paths } = this.config;
    this.database = new LibsqlDatabase(paths.databaseFile, () => [new DocumentsSchema()], this.clock);
    const embeddings = new EmbeddingsProvider(this.config, new DocumentWorkers(this.clock));
    const stores = new VectorStores(this.config, this.database);
    this.indexer = new Indexer(this.database, this.clock, embeddings, stores, paths);
    this.documents = new DocumentsService(this.database, this.clock, this.indexer);
    this.searching = new DocumentSearch(this.database, embeddings, stores, this.indexer);
    this.indexer.onApplicationBootstrap();
  }

  /** Stops and starts again on the same home. */
  async restart(): Promise<void> {
    await this.indexer.beforeApplicationShutdown();
    await this.database.close();
    this.open();
  }

  /** Keeps texts, each a document, and returns their ids. */
  async keep(...texts: string[]): Promise<string[]> {
    const ids: string[] = [];
    for (const text of texts) {
      const document = { title: `note ${ids.length}`, type: 'text', source: 'test', sizeBytes: text.length, passages: splitPassages(text, { countsLines: true }) } as const;
      ids.push((await this.documents.add(document)).id);
      this.clock.advance(1);
    }
    return ids;
  }

  /** Resolves when the progress is as wanted. */
  async until(isReached: (progress: IndexProgress) => boolean): Promise<IndexProgress> {
    for (;;) {
      const progress = await this.indexer.progress();
      if (isReached(progress)) return progress;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  indexed(): Promise<IndexProgress> {
    return this.until(({ state, passages, embedded, refused }) => state === 'idle' && passages === embedded + refused);
  }

  /** The texts that a search finds, best first. */
  async found(query: string, mode: 'hybrid' | 'words' | 'meaning' = 'hybrid', limit = 10): Promise<string[]> {
    return (await this.searching.search(query, { limit, mode })).passages.map(({ text }) => text);
  }

  async close(): Promise<void> {
    await this.indexer.beforeApplicationShutdown();
    await this.database.close();
    await this.embeddings.close();
    rmSync(this.home, { recursive: true, force: true });
  }
}
