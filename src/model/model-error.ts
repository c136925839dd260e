import { DomainError } from '../common/domain-error.js';

/**
 * What kind of failure a model request ended in; decides what the loop does next.
 * `rate_limit` and `unavailable` may be asked again after a wait; `overflow` wants a shorter history;
 * `unsupported_parameter` wants the same request without the named parameter; the rest goes to the fallback.
 */
export type ModelErrorKind =
  | 'rate_limit'
  | 'unavailable'
  | 'overflow'
  | 'unsupported_parameter'
  | 'authentication'
  | 'rejected'
  | 'timeout'
  | 'connection'
  | 'malformed_answer';

/** A model request that failed. The message is for people; `body` is an excerpt of the answer, redacted. */
export class ModelError extends DomainError {
  override readonly code = 'model_error';

  constructor(
    readonly kind: ModelErrorKind,
    message: string,
    readonly detail: {
      model: string;
      httpStatus?: number;
      /** At most 2,000 characters of what the provider answered. */
      body?: string;
      /** Milliseconds that the provider asked to wait (Retry-After). */
      retryAfterMs?: number;
      /** The parameter that the provider refused, for `unsupported_parameter`. */
      parameter?: string;
    },
    options?: { cause?: unknown },
  ) {
    super(message, {}, options);
  }
}
