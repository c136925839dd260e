import type { QdrantClient } from '@qdrant/js-client-rest';
import { createHash } from 'node:crypto';
import { messageOf } from '../../common/domain-error.js';
import { REMOTE_TIMEOUT_MS } from '../limits.js';
import { VectorStoreError } from '../rag.errors.js';
import { VectorStore, type NearPassage, type PassageVector } from './vector-store.js';

/** The collection that JarvisChat reads. */
const COLLECTION = 'jarvis_rag';

/** Vectors on a Qdrant server, by its official client. Points carry the passage's text, as JarvisChat's do. */
export class QdrantStore extends VectorStore {
  readonly name: string;
  private client: Promise<QdrantClient> | undefined;

  /** @param url root of the server */
  constructor(
    private readonly url: string,
    private readonly apiKey?: string,
  ) {
    super();
    this.name = `qdrant ${new URL(url).origin}`;
  }

  override dimensions(): Promise<number | undefined> {
    return this.attempt(async (client) => {
      if (!(await client.collectionExists(COLLECTION)).exists) return undefined;
      const { vectors } = (await client.getCollection(COLLECTION)).config.params;
      // Of named vectors there is no one size: not what this server makes.
      return typeof vectors?.size === 'number' ? vectors.size : 0;
    });
  }

  override create(dimensions: number): Promise<void> {
    return this.attempt(async (client) => {
      if ((await client.collectionExists(COLLECTION)).exists) await client.deleteCollection(COLLECTION);
      await client.createCollection(COLLECTION, { vectors: { size: dimensions, distance: 'Cosine' } });
    });
  }

  override add(vectors: readonly PassageVector[]): Promise<void> {
    const points = vectors.map(({ id, vector, text }) => ({ id: pointId(id), vector: [...vector], payload: { passage: id, text } }));
    return this.attempt(async (client) => void (await client.upsert(COLLECTION, { wait: true, points })));
  }

  override nearest(vector: Float32Array, limit: number, minSimilarity: number): Promise<NearPassage[]> {
    return this.attempt(async (client) => {
      const found = await client.search(COLLECTION, { vector: [...vector], limit, with_payload: true });
      return found
        .map(({ payload, score }) => ({ id: payload?.passage, similarity: score }))
        .filter((near): near is NearPassage => typeof near.id === 'number' && near.similarity > minSimilarity);
    });
  }

  override remove(ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return Promise.resolve();
    return this.attempt(async (client) => void (await client.delete(COLLECTION, { wait: true, points: ids.map(pointId) })));
  }

  private async attempt<T>(work: (client: QdrantClient) => Promise<T>): Promise<T> {
    try {
      this.client ??= this.connect();
      return await work(await this.client);
    } catch (error) {
      throw new VectorStoreError(`The Qdrant server could not be used (setting qdrantUrl): ${reasonOf(error)}`, {}, { cause: error });
    }
  }

  private async connect(): Promise<QdrantClient> {
    const { QdrantClient: Client } = await import('@qdrant/js-client-rest');
    return new Client({ url: this.url, timeout: REMOTE_TIMEOUT_MS, checkCompatibility: false, ...(this.apiKey === undefined ? {} : { headers: { 'api-key': this.apiKey } }) });
  }
}

/** Qdrant takes numbers and UUIDs; a UUID made of the number leaves room for whoever else numbers points. */
function pointId(passage: number): string {
  const hex = createHash('sha256').update(`jarvis passage ${passage}`).digest('hex');
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return messageOf(cause);
}
