import type { IncomingMessage, ServerResponse } from 'node:http';
import { DomainError } from '../../common/domain-error.js';
import { isNestedDeeperThan, MAX_JSON_NESTING } from '../../common/json-nesting.js';
import { mediaTypeOf } from '../content-type.js';
import { JSON_CONTENT_TYPE } from '../content-type.decorator.js';
import { MalformedBodyError, UnsupportedContentTypeError } from '../errors.js';
import { MAX_JSON_BODY_BYTES } from '../limits.js';
import { cutBody } from './cut-body.js';
import { answerRefused } from './json-answer.js';

/** Options for Nest's `useBodyParser('json', ...)`. Compressed bodies are not taken: their length says nothing. */
export const JSON_BODY_OPTIONS = {
  // One more than cutLongBody lets through, so that there is one answer for it.
  limit: MAX_JSON_BODY_BYTES + 1,
  // Not the parser's own test, which takes UTF-7, 16 and 32 too: what looks shallow in bytes need not be shallow then.
  type: isJson,
  strict: true,
  inflate: false,
  verify: (_request: unknown, _response: unknown, body: Buffer): void => assertShallow(body),
};

/**
 * Express middleware before the body parser: answers 413 as soon as a JSON body is too long, said or seen. The parser would
 * answer only after it had read the rest, and an endless body has no rest.
 */
export function cutLongBody(request: IncomingMessage, response: ServerResponse, next: () => void): void {
  if (!isJson(request)) {
    next();
    return;
  }
  if (cutBody(request, response, Math.min(MAX_JSON_BODY_BYTES, bodyCapFor(request)))) next();
}

const caps = new WeakMap<IncomingMessage, number>();

/** Notes how long the body of a request may be, for cutLongBody. */
export function rememberBodyCap(request: IncomingMessage, bytes: number): void {
  caps.set(request, bytes);
}

function bodyCapFor(request: IncomingMessage): number {
  return caps.get(request) ?? MAX_JSON_BODY_BYTES;
}

function isJson(request: IncomingMessage): boolean {
  return mediaTypeOf(request.headers['content-type']) === JSON_CONTENT_TYPE;
}

/**
 * Throws MalformedBodyError where arrays and objects stand deeper within each other than MAX_JSON_NESTING. Works on the bytes,
 * before anything is built from them.
 */
export function assertShallow(json: Buffer): void {
  if (isNestedDeeperThan(MAX_JSON_NESTING, json)) throw new MalformedBodyError(`The JSON body is nested deeper than ${MAX_JSON_NESTING} levels.`);
}

/** Express error handler behind the body parser: its failures are the caller's, and are said in our own words. */
export function answerBodyFailure(failure: unknown, request: IncomingMessage, response: ServerResponse, next: (error: unknown) => void): void {
  // Already answered: the parser speaks of the body that was cut.
  if (response.headersSent) return;
  const error = asDomainError(failure);
  if (error === undefined) next(failure);
  else answerRefused(request, response, error);
}

/** The failures of the body-parser package by their `type`; `entity.verify.failed` wraps what `verify` threw. */
function asDomainError(failure: unknown): DomainError | undefined {
  if (failure instanceof DomainError) return failure;
  switch (typeOf(failure)) {
    case 'entity.verify.failed':
      return new MalformedBodyError(`The JSON body is nested deeper than ${MAX_JSON_NESTING} levels.`);
    case 'charset.unsupported':
    case 'encoding.unsupported':
      return new UnsupportedContentTypeError('The body must be JSON in UTF-8, not compressed.');
    case 'entity.parse.failed':
    case 'request.size.invalid':
    case 'request.aborted':
      return new MalformedBodyError('The body is not valid JSON: it must be one object or array in UTF-8.');
    default:
      return undefined;
  }
}

function typeOf(failure: unknown): unknown {
  return typeof failure === 'object' && failure !== null && 'type' in failure ? failure.type : undefined;
}
