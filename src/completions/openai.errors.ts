import { DomainError } from '../common/domain-error.js';

/** A request of the OpenAI-compatible API that cannot be answered, with the fields of OpenAI's error body. */
export class OpenAiRequestError extends DomainError {
  override readonly code = 'openai_request';

  constructor(
    readonly status: number,
    message: string,
    readonly fields: { type?: string; param?: string | null; code?: string | null } = {},
  ) {
    super(message);
  }
}
