import { Catch, HttpException, Logger, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Response } from 'express';
import { RunFailedError } from './agent/agent.errors.js';
import { DomainError, TooManyRequestsError } from './common/domain-error.js';
import { OPENAI_PATH, openAiErrorBody } from './common/openai-error-body.js';
import { SECURITY_HTTP_STATUS } from './security/errors.js';
import { carriesDetail } from './security/http/error-detail.js';
import { SecretRedactor } from './security/secret-redactor.js';

/** HTTP statuses of the domain's error codes; any other code is 500. */
const STATUS_OF_CODE: Readonly<Record<string, number>> = {
  ...SECURITY_HTTP_STATUS,
  invalid_input: 400,
  not_found: 404,
  conflict: 409,
  idempotency_mismatch: 422,
  delivery_refused: 502,
  delivery_delayed: 503,
  upstream_failed: 502,
  shutting_down: 503,
};

interface ErrorBody {
  error: string;
  details?: string;
  status?: string;
  sessionId?: string;
}

/**
 * Turns whatever was thrown into `{error, details?, status?}` as JSON (docs/agent.md, "Error Payload Structure"): never HTML, a
 * stack, a path or a secret. What was not thrown on purpose goes to the log and is answered as 500.
 */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger('Http');

  constructor(private readonly redactor: SecretRedactor) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<Response>();
    const { status, body, headers } = this.describe(error);
    if (response.headersSent) {
      response.end();
      return;
    }
    response.status(status).set(headers).type('application/json').send(JSON.stringify(shaped(this.redacted(body), status, response, detailOf(error))));
  }

  private describe(error: unknown): { status: number; body: ErrorBody; headers: Record<string, string> } {
    if (error instanceof RunFailedError) {
      const { message, status, details, sessionId } = error;
      return { status: 500, body: { error: message, ...(details === undefined ? {} : { details }), status, sessionId }, headers: {} };
    }
    if (error instanceof DomainError) return this.describeDomainError(error);
    if (error instanceof HttpException) {
      return { status: error.getStatus(), body: { error: httpMessage(error) }, headers: {} };
    }
    const clientError = clientErrorOf(error);
    if (clientError !== undefined) return { ...clientError, headers: {} };
    this.logger.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
    return { status: 500, body: { error: 'The server failed to answer. The reason is in server.log.' }, headers: {} };
  }

  private describeDomainError(error: DomainError): { status: number; body: ErrorBody; headers: Record<string, string> } {
    const status = STATUS_OF_CODE[error.code] ?? 500;
    if (status === 500) this.logger.error(`${error.message}${error.cause instanceof Error ? ` (${error.cause.message})` : ''}`);
    const { details } = error.data;
    const headers: Record<string, string> =
      error instanceof TooManyRequestsError ? { 'Retry-After': String(error.retryAfterSeconds) } : {};
    return { status, body: { error: error.message, ...(typeof details === 'string' ? { details } : {}) }, headers };
  }

  private redacted(body: ErrorBody): ErrorBody {
    return {
      ...body,
      error: this.redactor.redact(body.error),
      ...(body.details === undefined ? {} : { details: this.redactor.redact(body.details) }),
    };
  }
}

/** The error as those who ask here read it: what fails before a route of the OpenAI-compatible API is reached has OpenAI's shape too. */
function shaped(answer: ErrorBody, status: number, response: Response, detail = answer.error): object {
  if (response.req.path.startsWith(OPENAI_PATH)) return openAiErrorBody(status, answer.error);
  return carriesDetail(response) ? { ...answer, detail } : answer;
}

/** What JarvisChat's clients look for, where it is not the message itself. */
function detailOf(error: unknown): string | undefined {
  const detail = error instanceof DomainError ? error.data.detail : undefined;
  return typeof detail === 'string' ? detail : undefined;
}

function httpMessage(error: HttpException): string {
  if (error.getStatus() === 404) return 'There is no such route. GET /api/docs lists them.';
  return error.message;
}

/** Errors of Express that the caller caused, such as a range that a file does not have: they carry a `status` below 500. */
function clientErrorOf(error: unknown): { status: number; body: ErrorBody } | undefined {
  if (typeof error !== 'object' || error === null || !('status' in error) || typeof error.status !== 'number') return undefined;
  if (error.status < 400 || error.status >= 500) return undefined;
  return { status: error.status, body: { error: 'The request could not be read.' } };
}
