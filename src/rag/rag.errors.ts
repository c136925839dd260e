import { DomainError } from '../common/domain-error.js';

/** A worker thread ended, or a task failed in a way that nobody foresaw. */
export class WorkerFailedError extends DomainError {
  override readonly code = 'worker_failed';
}

/** Texts could not be turned into vectors. `isRefusal`: the server refused these very texts, and would again. */
export class EmbeddingFailedError extends DomainError {
  override readonly code = 'upstream_failed';

  constructor(
    message: string,
    readonly isRefusal = false,
    options?: { cause?: unknown },
  ) {
    super(message, {}, options);
  }
}

/** Vectors could not be kept or searched. */
export class VectorStoreError extends DomainError {
  override readonly code = 'upstream_failed';
}
