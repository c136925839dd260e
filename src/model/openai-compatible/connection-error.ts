import { messageOf, systemErrorCode } from '../../common/domain-error.js';
import { isUsableKey } from '../api-key.js';
import { ModelError } from '../model-error.js';
import { redactSecrets } from '../redact-secrets.js';
import type { Access } from './provider-access.js';

/** What the usual system errors mean to a person. */
const MEANINGS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing is listening there; is the model server running?',
  ENOTFOUND: 'the name is not known; check baseUrl and the network',
  EAI_AGAIN: 'the name could not be looked up; check the network',
  ECONNRESET: 'the connection was cut before the answer was whole',
  EPIPE: 'the connection was cut before the answer was whole',
  ETIMEDOUT: 'no connection came about',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
};

/** Why no request can be made at all; undefined where one can. */
export function invalidTarget(access: Access, model: string): ModelError | undefined {
  if (access.key !== undefined && !isUsableKey(access.key)) {
    const why = 'The stored API key has characters that no key has (blanks, line ends, letters with accents).';
    return new ModelError('authentication', `${why} Store it again with \`jarvis setup\`.`, { model });
  }
  return undefined;
}

/** The connection failed, or broke before the answer was whole. */
export function connectionError(error: unknown, access: Access, model: string): ModelError {
  const code = systemErrorCode(error) ?? '';
  const words = redactSecrets(messageOf(error).split('\n')[0] ?? '', access.secret);
  const meaning = Object.hasOwn(MEANINGS, code) ? `${MEANINGS[code]} (${code})` : code === '' ? words : `${words} (${code})`;
  return new ModelError('connection', `No answer from ${access.host} for model "${model}": ${meaning}.`, { model }, { cause: error });
}

/** The request took longer than the setting allows. */
export function timeoutError(access: Access, model: string, limitMs: number): ModelError {
  const message = `${access.host} did not finish its answer for model "${model}" within ${limitMs / 1000} s (setting modelTimeoutMs).`;
  return new ModelError('timeout', message, { model });
}
