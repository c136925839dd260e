import { Injectable, Logger } from '@nestjs/common';
import { messageOf } from '../../common/domain-error.js';
import { headAtCodePoint } from '../../common/text.js';
import { Database } from '../../storage/database/database.js';
import type { FoundPassage, SearchMode } from '../document.js';
import { DocumentStore } from '../document-store.js';
import { EmbeddingsProvider } from '../embeddings/embeddings.provider.js';
import { Indexer } from '../indexing/indexer.js';
import { MAX_QUERY_CHARACTERS, MIN_SIMILARITY, QUERY_EMBEDDING_TIMEOUT_MS, SEARCH_CANDIDATES } from '../limits.js';
import { VectorStores } from '../vectors/vector-stores.js';
import type { NearPassage } from '../vectors/vector-store.js';
import { DocumentWords } from './document-words.js';
import { reciprocalRankFusion } from './reciprocal-rank-fusion.js';

/** How to search. */
export interface SearchOptions {
  readonly limit: number;
  readonly mode?: SearchMode;
  /** Milliseconds that the query's vector is waited for. */
  readonly embeddingTimeoutMs?: number;
  readonly signal?: AbortSignal;
}

/** What was found. `note` says why meaning was left out, where it was. */
export interface SearchAnswer {
  readonly passages: readonly FoundPassage[];
  readonly note?: string;
}

/**
 * Finds passages by their words (BM25) and by their meaning (vectors), each on its own, and joins the two lists by their ranks. Where there
 * is no vector to be had, words alone decide. Any text is a legal query.
 */
@Injectable()
export class DocumentSearch {
  private readonly logger = new Logger('Documents');
  private readonly store: DocumentStore;
  private readonly words: DocumentWords;

  constructor(
    database: Database,
    private readonly embeddings: EmbeddingsProvider,
    private readonly stores: VectorStores,
    private readonly indexer: Indexer,
  ) {
    this.store = new DocumentStore(database);
    this.words = new DocumentWords(database);
  }

  /** Throws StorageError, and the signal's reason. */
  async search(text: string, { limit, mode = 'hybrid', embeddingTimeoutMs = QUERY_EMBEDDING_TIMEOUT_MS, signal }: SearchOptions): Promise<SearchAnswer> {
    const query = headAtCodePoint(text, MAX_QUERY_CHARACTERS);
    if (query.trim() === '' || !this.store.hasAny()) return { passages: [] };
    const deadline = AbortSignal.any([...(signal === undefined ? [] : [signal]), AbortSignal.timeout(embeddingTimeoutMs)]);
    const [byWords, byMeaning] = await Promise.all([
      mode === 'meaning' ? [] : this.words.search(query, SEARCH_CANDIDATES),
      mode === 'words' ? { near: [] } : this.near(query, deadline, signal),
    ]);
    const { near, note } = byMeaning as { near: NearPassage[]; note?: string };
    const similarities = new Map(near.map(({ id, similarity }) => [id, similarity]));
    const holding = new Set(byWords);
    const ranked = reciprocalRankFusion([near.map(({ id }) => id), byWords]);
    const stored = new Map((await this.store.passages(ranked.map(({ id }) => id))).map((passage) => [passage.id, passage]));
    const passages = ranked.flatMap(({ id, score }): FoundPassage[] => {
      const passage = stored.get(id);
      const similarity = similarities.get(id);
      if (passage === undefined) return [];
      return [{ ...passage, score, holdsWords: holding.has(id), ...(similarity === undefined ? {} : { similarity }) }];
    });
    return { passages: passages.slice(0, limit), ...(note === undefined ? {} : { note }) };
  }

  /** A model that cannot be asked makes a search worse and not impossible. */
  private async near(query: string, deadline: AbortSignal, signal: AbortSignal | undefined): Promise<{ near: NearPassage[]; note?: string }> {
    try {
      const embeddings = this.embeddings.current();
      const store = this.stores.current();
      const set = this.indexer.searchable(embeddings, store);
      if (set === undefined) return { near: [], note: 'The documents are being indexed for search by meaning.' };
      const [vector] = await embeddings.embed([query], deadline);
      if (vector === undefined || vector.length !== set.dimensions) {
        this.indexer.invalidate();
        return { near: [], note: 'The embeddings model has changed: the documents are being indexed anew.' };
      }
      return { near: await store.nearest(vector, SEARCH_CANDIDATES, MIN_SIMILARITY) };
    } catch (error) {
      signal?.throwIfAborted();
      const reason = deadline.aborted ? 'the embeddings model took too long' : messageOf(error);
      this.logger.warn(`Documents were searched by their words alone: ${reason}`);
      return { near: [], note: `Searched by words alone: ${reason}` };
    }
  }
}
