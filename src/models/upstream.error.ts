import { DomainError } from '../common/domain-error.js';

/** The model provider cannot be reached, or its answer is none. */
export class UpstreamError extends DomainError {
  override readonly code = 'upstream_failed';
}
