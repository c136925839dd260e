import { InvalidInputError } from '../common/domain-error.js';

/** Variable that names a llama-server, as JarvisChat had it. */
export const LLAMA_SERVER_BASE = 'LLAMA_SERVER_BASE';

/**
 * The raw settings with the llama-server of the environment as `baseUrl`, where they name none. Throws InvalidInputError where the variable holds
 * no http(s) URL.
 *
 * @param base the variable's value, the server's root without `/v1`
 */
export function withLlamaServer(raw: Record<string, unknown>, base: string | undefined): Record<string, unknown> {
  if (base === undefined || (raw.baseUrl ?? undefined) !== undefined) return raw;
  const root = base.trim().replace(/\/+$/, '').replace(/\/v1$/, '');
  if (!/^https?:\/\/\S+$/.test(root) || !URL.canParse(root)) {
    throw new InvalidInputError(`${LLAMA_SERVER_BASE} is "${base}": it must be an http(s) URL such as http://127.0.0.1:8081.`);
  }
  return { ...raw, baseUrl: `${root}/v1` };
}
