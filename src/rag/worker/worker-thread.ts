import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Clock } from '../../common/clock.js';
import { InvalidInputError } from '../../common/domain-error.js';
import { packageRoot } from '../../common/package-root.js';
import { BodyTooLargeError, UnsupportedContentTypeError } from '../../security/errors.js';
import { WORKER_HEAP_MIB, WORKER_IDLE_MS } from '../limits.js';
import { WorkerFailedError } from '../rag.errors.js';
import type { WorkerAnswer, WorkerRequest, WorkerResults, WorkerTask } from './worker-protocol.js';

/** The built entry of a worker. */
export const WORKER_FILE = path.join(packageRoot, 'dist', 'document-worker.js');

interface Waiting {
  resolve(result: WorkerResults[keyof WorkerResults]): void;
  reject(error: Error): void;
}

/** The errors that keep their kind on the way out of the thread. */
const ERROR_OF_CODE: Readonly<Record<string, new (message: string) => Error>> = {
  invalid_input: InvalidInputError,
  unsupported_media_type: UnsupportedContentTypeError,
  body_too_large: BodyTooLargeError,
};

/** A thread for documents. It is started by its first task and ended when it has had none for WORKER_IDLE_MS. */
export class WorkerThread {
  private worker: Worker | undefined;
  private readonly waiting = new Map<number, Waiting>();
  private lastId = 0;
  private idle = new AbortController();
  private isClosed = false;

  constructor(
    private readonly clock: Clock,
    private readonly file = WORKER_FILE,
  ) {}

  /** Whether the thread exists; for tests. */
  get isRunning(): boolean {
    return this.worker !== undefined;
  }

  /**
   * Has a task done; several are done one after the other. Throws what the task threw where that was a domain error, WorkerFailedError where
   * the thread ended or anything else went wrong, and the signal's reason. An abort ends the thread, and with it the other tasks.
   */
  async run<K extends WorkerTask['kind']>(task: WorkerTask & { kind: K }, signal?: AbortSignal): Promise<WorkerResults[K]> {
    signal?.throwIfAborted();
    if (this.isClosed) throw new WorkerFailedError('The server is stopping.');
    const abort = (): void => void this.end(signal?.reason as Error);
    signal?.addEventListener('abort', abort, { once: true });
    try {
      return (await this.ask(task)) as WorkerResults[K];
    } finally {
      signal?.removeEventListener('abort', abort);
      this.endWhenIdle();
    }
  }

  /** Ends the thread; later tasks are refused. */
  async close(): Promise<void> {
    this.isClosed = true;
    await this.end(new WorkerFailedError('The server is stopping.'));
  }

  private ask(task: WorkerTask): Promise<WorkerResults[keyof WorkerResults]> {
    this.idle.abort();
    this.worker ??= this.start();
    const id = ++this.lastId;
    const request: WorkerRequest = { id, task };
    const answered = new Promise<WorkerResults[keyof WorkerResults]>((resolve, reject) => this.waiting.set(id, { resolve, reject }));
    this.worker.postMessage(request);
    return answered;
  }

  private start(): Worker {
    const worker = new Worker(this.file, { resourceLimits: { maxOldGenerationSizeMb: WORKER_HEAP_MIB } });
    // A server that is asked to stop does not wait for it.
    worker.unref();
    worker.on('message', (answer: WorkerAnswer) => this.settle(answer));
    worker.on('error', (error) => this.fail(worker, new WorkerFailedError(`The worker for documents failed: ${error.message}`, {}, { cause: error })));
    worker.on('exit', () => this.fail(worker, new WorkerFailedError('The worker for documents ended.')));
    return worker;
  }

  private settle(answer: WorkerAnswer): void {
    const waiting = this.waiting.get(answer.id);
    this.waiting.delete(answer.id);
    if ('result' in answer) waiting?.resolve(answer.result);
    else waiting?.reject(new (ERROR_OF_CODE[answer.error.code ?? ''] ?? WorkerFailedError)(answer.error.message));
  }

  private fail(worker: Worker, error: Error): void {
    if (this.worker !== worker) return;
    this.worker = undefined;
    this.rejectAll(error);
  }

  private async end(reason: Error): Promise<void> {
    const worker = this.worker;
    this.worker = undefined;
    this.idle.abort();
    this.rejectAll(reason);
    await worker?.terminate();
  }

  private rejectAll(error: Error): void {
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    for (const { reject } of waiting) reject(error);
  }

  private endWhenIdle(): void {
    if (this.waiting.size > 0 || this.worker === undefined) return;
    this.idle.abort();
    this.idle = new AbortController();
    const { signal } = this.idle;
    this.clock.sleep(WORKER_IDLE_MS, signal).then(
      () => (this.waiting.size === 0 && !signal.aborted ? this.end(new WorkerFailedError('The worker for documents was idle.')) : undefined),
      () => undefined,
    ).catch(() => undefined);
  }
}
