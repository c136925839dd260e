import { ellipsize, headAtCodePoint, toWellFormedText } from '../../common/text.js';
import { parseJson } from '../json-value.js';
import { MAX_ERROR_EXCERPT, MAX_PROVIDER_MESSAGE } from '../limits.js';
import { ModelError, type ModelErrorKind } from '../model-error.js';
import { redactSecrets } from '../redact-secrets.js';
import { classifyError } from './classify-error.js';
import { errorFacts } from './error-facts.js';

/** Whom a request was made to, as far as an error needs it. */
export interface RequestFacts {
  /** The model id of the request, as settings.json has it. */
  model: string;
  /** What was asked for, in words; `model "..."` where absent. */
  subject?: string;
  /** Host and port, for messages. */
  host: string;
  /** The key that was sent, or held back: it is redacted either way. */
  key?: string;
  /** Optional parameters that were sent. */
  sentParameters?: ReadonlySet<string>;
  /** Where the key was held back: the origin that it belongs to. */
  keyHeldBackFor?: string;
}

/** An error answer of a provider. */
export interface ErrorAnswer {
  httpStatus: number;
  /** The body as text, or the part of it that was read. */
  text: string;
  retryAfterMs?: number;
}

/** The ModelError for an answer that is an error: an HTTP error, or a 200 that carries one. */
export function providerError(answer: ErrorAnswer, request: RequestFacts): ModelError {
  const facts = errorFacts(parseJson(answer.text));
  const { kind, parameter } = classifyError(answer.httpStatus, facts, request.sentParameters ?? new Set());
  const httpStatus = answer.httpStatus >= 400 ? answer.httpStatus : (facts.status ?? answer.httpStatus);
  const words = facts.messages[0];
  const said = words === undefined ? '' : `: ${ellipsize(toWellFormedText(redactSecrets(words, request.key)), MAX_PROVIDER_MESSAGE)}`;
  const stop = /[.…]$/.test(said) ? '' : '.';
  const message = `${request.host} answered HTTP ${httpStatus} for ${subjectOf(request)}${said}${stop}`;
  return new ModelError(kind, `${message}${hint(kind, httpStatus, request)}`, {
    model: request.model,
    httpStatus,
    body: excerpt(answer.text, request.key),
    ...(answer.retryAfterMs === undefined ? {} : { retryAfterMs: answer.retryAfterMs }),
    ...(parameter === undefined ? {} : { parameter }),
  });
}

/** An answer in which nothing was said that can be used. `why` is a whole sentence. */
export function malformedAnswer(why: string, httpStatus: number, text: string, request: RequestFacts): ModelError {
  return new ModelError('malformed_answer', `${request.host} gave no usable answer for ${subjectOf(request)}. ${why}`, {
    model: request.model,
    httpStatus,
    body: excerpt(text, request.key),
  });
}

function subjectOf(request: RequestFacts): string {
  return request.subject ?? `model "${request.model}"`;
}

/** The beginning of what came over the wire, fit to be shown and stored. */
function excerpt(text: string, key: string | undefined): string {
  return headAtCodePoint(toWellFormedText(redactSecrets(text, key)), MAX_ERROR_EXCERPT);
}

function hint(kind: ModelErrorKind, httpStatus: number, request: RequestFacts): string {
  if (kind === 'authentication' && request.keyHeldBackFor !== undefined) {
    return ` The stored key is for ${request.keyHeldBackFor} and was not sent; run \`jarvis setup\` to store one for ${request.host}.`;
  }
  if (kind === 'authentication') return ' Check the API key with `jarvis setup`.';
  if (httpStatus === 402) return ' The account seems to be out of credit.';
  if (httpStatus === 404) return ' Check the model id, and that baseUrl ends where the API begins (often in /v1).';
  if (httpStatus >= 300 && httpStatus < 400) return ' It wants to redirect, which is not followed: set baseUrl to the final address.';
  return '';
}
