import { messageOf } from '../../common/domain-error.js';
import { PASSAGES_PER_BATCH } from '../limits.js';
import { EmbeddingFailedError } from '../rag.errors.js';
import type { WorkerThread } from '../worker/worker-thread.js';
import { Embeddings, unitVector } from './embeddings.js';

/** The model that comes with Jarvis, in a thread of its own. English; offline. */
export class BuiltInEmbeddings extends Embeddings {
  readonly model = 'built-in universal-sentence-encoder-lite-en';
  readonly batchSize = PASSAGES_PER_BATCH;

  constructor(private readonly worker: WorkerThread) {
    super();
  }

  override async embed(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]> {
    // An abort leaves the thread as it is: the model would have to be loaded anew, and the task is over soon.
    const vectors = await untilAborted(this.worker.run({ kind: 'embed', texts }), signal).catch((error: unknown) => {
      signal.throwIfAborted();
      throw new EmbeddingFailedError(`The built-in model failed: ${messageOf(error)}`, false, { cause: error });
    });
    return vectors.map(unitVector);
  }
}

function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort)).catch(() => undefined);
  });
}
