import { messageOf } from '../../common/domain-error.js';
import { PASSAGES_PER_REMOTE_BATCH, REMOTE_TIMEOUT_MS } from '../limits.js';
import { EmbeddingFailedError } from '../rag.errors.js';
import { Embeddings, unitVector } from './embeddings.js';

/** Where a model is asked. */
export interface RemoteModel {
  /** The whole address that is posted to. */
  readonly url: string;
  /** `openai`: `{model, input: [...]}`, many texts at once; `ollama`: `{model, prompt}`, one text each. */
  readonly protocol: 'openai' | 'ollama';
  readonly name: string;
  readonly apiKey?: string;
}

/** What a server says of a text that it would refuse again: too long, not allowed. */
const REFUSALS: ReadonlySet<number> = new Set([400, 413, 422]);

/** A model on a server, by OpenAI's `/embeddings` or Ollama's `/api/embeddings`. */
export class RemoteEmbeddings extends Embeddings {
  readonly model: string;
  readonly batchSize: number;

  constructor(private readonly remote: RemoteModel) {
    super();
    this.model = `${remote.name} at ${remote.url}`;
    this.batchSize = remote.protocol === 'openai' ? PASSAGES_PER_REMOTE_BATCH : 1;
  }

  override async embed(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]> {
    const { protocol, name: model } = this.remote;
    if (protocol === 'openai') return vectorsOfOpenAi(await this.post({ model, input: texts }, signal), texts.length);
    const vectors: Float32Array[] = [];
    for (const prompt of texts) vectors.push(vectorOf((await this.post({ model, prompt }, signal) as { embedding?: unknown } | null)?.embedding));
    return vectors;
  }

  private async post(body: object, signal: AbortSignal): Promise<unknown> {
    const { url, apiKey } = this.remote;
    const response = await this.fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }) },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(REMOTE_TIMEOUT_MS)]),
    }, signal);
    if (!response.ok) {
      await response.body?.cancel();
      throw new EmbeddingFailedError(`The embeddings server answered with HTTP ${response.status} (setting embeddings).`, REFUSALS.has(response.status));
    }
    return response.json().catch((error: unknown) => {
      signal.throwIfAborted();
      throw new EmbeddingFailedError(`The embeddings server's answer could not be read: ${messageOf(error)}`, false, { cause: error });
    });
  }

  private async fetch(url: string, init: RequestInit, signal: AbortSignal): Promise<Response> {
    try {
      return await fetch(url, init);
    } catch (error) {
      signal.throwIfAborted();
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      throw new EmbeddingFailedError(`The embeddings server cannot be reached (setting embeddings): ${messageOf(cause)}`, false, { cause: error });
    }
  }
}

function vectorsOfOpenAi(answer: unknown, count: number): Float32Array[] {
  const data: unknown = (answer as { data?: unknown } | null)?.data;
  if (!Array.isArray(data) || data.length !== count) throw unreadable();
  const vectors: Float32Array[] = [];
  for (const [place, entry] of (data as { index?: unknown; embedding?: unknown }[]).entries()) {
    const index = typeof entry?.index === 'number' ? entry.index : place;
    vectors[index] = vectorOf(entry?.embedding);
  }
  if (Object.keys(vectors).length !== count) throw unreadable();
  return vectors;
}

function vectorOf(value: unknown): Float32Array {
  if (!Array.isArray(value) || value.length === 0 || !value.every((number) => Number.isFinite(number))) throw unreadable();
  return unitVector(Float32Array.from(value as number[]));
}

function unreadable(): EmbeddingFailedError {
  return new EmbeddingFailedError('The embeddings server answered without the vectors that were asked for. Is it an embeddings model (setting embeddings.model)?');
}
