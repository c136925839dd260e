import type { IncomingMessage, ServerResponse } from 'node:http';
import { type DomainError, TooManyRequestsError } from '../../common/domain-error.js';
import { OPENAI_PATH, openAiErrorBody } from '../../common/openai-error-body.js';
import { SECURITY_HTTP_STATUS } from '../errors.js';
import { isDetailedTarget } from './error-detail.js';
import { linger } from './linger.js';

/** Answers a request that no handler will see, in the shape of every other error: `{error}`, or OpenAI's below its path. */
export function answerError(request: IncomingMessage, response: ServerResponse, status: number, message: string, detail = message): void {
  const target = request.url ?? '';
  const own = isDetailedTarget(target) ? { error: message, detail } : { error: message };
  const body = Buffer.from(JSON.stringify(target.startsWith(OPENAI_PATH) ? openAiErrorBody(status, message) : own), 'utf8');
  response.statusCode = status;
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', body.length);
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
  const shown = request.method === 'HEAD' ? undefined : body;
  if (request.complete) {
    response.end(shown);
    return;
  }
  response.setHeader('Connection', 'close');
  if (shown === undefined) response.flushHeaders();
  else response.write(shown);
  linger(request, () => response.end());
}

/** Answers with an error of this floor. */
export function answerRefused(request: IncomingMessage, response: ServerResponse, error: DomainError): void {
  if (error instanceof TooManyRequestsError) response.setHeader('Retry-After', String(error.retryAfterSeconds));
  const { detail } = error.data;
  answerError(request, response, SECURITY_HTTP_STATUS[error.code] ?? 400, error.message, typeof detail === 'string' ? detail : error.message);
}
