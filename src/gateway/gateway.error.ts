import { DomainError } from '../common/domain-error.js';
import type { ErrorCode, ErrorShape } from './protocol/schemas/errors.js';

/** A request that is answered with an error of the protocol. */
export class GatewayError extends DomainError {
  override readonly code = 'gateway_error';

  constructor(
    readonly errorCode: ErrorCode,
    message: string,
    private readonly more: { details?: unknown; retryable?: boolean; retryAfterMs?: number } = {},
    /** Goes into the response beside the error. */
    readonly payload?: unknown,
  ) {
    super(message);
  }

  /** As it goes over the wire. */
  get shape(): ErrorShape {
    return { code: this.errorCode, message: this.message, ...this.more };
  }
}

/** The caller asked for something that cannot be. */
export function invalidRequest(message: string, details?: unknown): GatewayError {
  return new GatewayError('INVALID_REQUEST', message, details === undefined ? {} : { details });
}

/** The server cannot do it now. */
export function unavailable(message: string, more: { details?: unknown; retryable?: boolean; retryAfterMs?: number } = {}): GatewayError {
  return new GatewayError('UNAVAILABLE', message, more);
}
