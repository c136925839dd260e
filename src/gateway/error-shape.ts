import { DomainError, TooManyRequestsError } from '../common/domain-error.js';
import { GatewayError } from './gateway.error.js';
import type { ErrorShape } from './protocol/schemas/errors.js';

/** Codes of the domain that are the caller's doing; every other one is the server's. */
const CALLERS_FAULT = new Set([
  'invalid_input',
  'not_found',
  'conflict',
  'unauthenticated',
  'forbidden',
  'idempotency_mismatch',
]);

/** Codes that may be gone at the next try. */
const RETRYABLE = new Set(['shutting_down', 'delivery_delayed']);

/** What a caller is told who hit a fault of ours. */
const INTERNAL: ErrorShape = { code: 'UNAVAILABLE', message: 'The server failed to answer. The reason is in server.log.' };

/** An error as it goes over the wire: never a stack, a path or a secret. What was not thrown on purpose is told to `onFault`. */
export function errorShapeOf(error: unknown, redact: (text: string) => string, onFault: (error: unknown) => void): ErrorShape {
  const shape = shapeOf(error);
  if (shape === INTERNAL) onFault(error);
  return { ...shape, message: redact(shape.message) };
}

function shapeOf(error: unknown): ErrorShape {
  if (error instanceof GatewayError) return error.shape;
  if (!(error instanceof DomainError)) return INTERNAL;
  const { field } = error.data;
  const details = { code: error.code, ...(field === undefined ? {} : { field }) };
  const { message } = error;
  if (error instanceof TooManyRequestsError) {
    return { code: 'UNAVAILABLE', message, details, retryable: true, retryAfterMs: error.retryAfterSeconds * 1000 };
  }
  if (CALLERS_FAULT.has(error.code)) return { code: 'INVALID_REQUEST', message, details };
  return { code: 'UNAVAILABLE', message, details, ...(RETRYABLE.has(error.code) ? { retryable: true } : {}) };
}
