import { DomainError } from '../common/domain-error.js';
import type { TurnAnswer } from './agent-event.js';

/** The server is stopping and takes no more messages. */
export class ShuttingDownError extends DomainError {
  override readonly code = 'shutting_down';

  constructor() {
    super('The server is stopping and takes no more messages. Send it again after the restart.');
  }
}

/** The Idempotency-Key was used with another request. */
export class IdempotencyMismatchError extends DomainError {
  override readonly code = 'idempotency_mismatch';

  constructor() {
    super('This Idempotency-Key was used with another request. Use a new key for a new request.', { field: 'Idempotency-Key' });
  }
}

/** A turn that ended without an answer: the model could not be asked, or did not keep to the contract. */
export class RunFailedError extends DomainError {
  override readonly code = 'run_failed';

  constructor(
    message: string,
    readonly status: 'model_error' | 'format_error',
    readonly sessionId: string,
    /** What went wrong in detail, for people; no stack. */
    readonly details?: string,
  ) {
    super(message, { sessionId });
  }
}

/** The answer of a turn; throws RunFailedError where it ended in model_error or format_error. */
export function answerOrFailure(answer: TurnAnswer): TurnAnswer {
  if (answer.status !== 'model_error' && answer.status !== 'format_error') return answer;
  throw new RunFailedError(answer.response, answer.status, answer.sessionId, answer.logSummary);
}
