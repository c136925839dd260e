/** Where the OpenAI-compatible API is served: errors below it have OpenAI's shape, whatever part of the server answers them. */
export const OPENAI_PATH = '/v1/';

/** The body of an error, as OpenAI's clients read it. */
export interface OpenAiErrorBody {
  error: { message: string; type: string; param: string | null; code: string | null };
}

/** Builds OpenAI's error body. The type is derived from the status where none is given. */
export function openAiErrorBody(
  status: number,
  message: string,
  fields: { type?: string; param?: string | null; code?: string | null } = {},
): OpenAiErrorBody {
  return { error: { message, type: fields.type ?? typeOf(status), param: fields.param ?? null, code: fields.code ?? null } };
}

function typeOf(status: number): string {
  if (status === 401) return 'authentication_error';
  if (status === 403) return 'permission_error';
  if (status === 404) return 'not_found_error';
  if (status === 429) return 'rate_limit_error';
  return status < 500 ? 'invalid_request_error' : 'server_error';
}
