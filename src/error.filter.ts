import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import { RunFailedError } from './agent/agent.errors.js';
import { DomainError, TooManyRequestsError } from './common/domain-error.js';
import { OPENAI_PATH, openAiErrorBody } from './common/openai-error-body.js';
import { SECURITY_HTTP_STATUS } from './security/errors.js';
import { callerOf } from './security/authentication/known-callers.js';
import { carriesDetail } from './security/http/error-detail.js';
import { incidentHint, incidentMessage } from './security/incidents/incident.js';
import type { IncidentLog } from './security/incidents/incident-log.js';
import { routePath } from './security/request/route-path.js';
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
  /** The key of an incident, where there is one. */
  error_key?: string;
}

interface Answer {
  status: number;
  body: ErrorBody;
  headers?: Record<string, string>;
}

/**
 * Turns whatever was thrown into `{error, details?, status?}` as JSON (docs/agent.md, "Error Payload Structure"): never HTML, a
 * stack, a path or a secret. What nobody foresaw is answered as 500 with the key under which it is written down (docs/security.md, "Incidents").
 */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(
    private readonly redactor: SecretRedactor,
    private readonly incidents: IncidentLog,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<Response>();
    const { status, body, headers = {} } = describe(error) ?? this.describeIncident(error, response.req);
    if (response.headersSent) {
      response.end();
      return;
    }
    response.status(status).set(headers).type('application/json').send(JSON.stringify(shaped(this.redacted(body), status, response, detailOf(error))));
  }

  private describeIncident(error: unknown, request: Request): Answer {
    const { address, principal } = callerOf(request) ?? {};
    const key = this.incidents.record(error, { where: `${request.method} ${request.originalUrl}`, ip: address, role: principal?.role });
    const details = error instanceof DomainError ? error.data.details : undefined;
    return { status: 500, body: { error: incidentMessage(key, error), ...(typeof details === 'string' ? { details } : {}), error_key: key } };
  }

  private redacted(body: ErrorBody): ErrorBody {
    return {
      ...body,
      error: this.redactor.redact(body.error),
      ...(body.details === undefined ? {} : { details: this.redactor.redact(body.details) }),
    };
  }
}

/** The answer to what somebody foresaw; undefined for everything else. */
function describe(error: unknown): Answer | undefined {
  if (error instanceof RunFailedError) {
    const { message, status, details, sessionId } = error;
    return { status: 500, body: { error: message, ...(details === undefined ? {} : { details }), status, sessionId } };
  }
  if (error instanceof DomainError) return describeDomainError(error);
  if (error instanceof HttpException) return { status: error.getStatus(), body: { error: httpMessage(error) } };
  return clientErrorOf(error);
}

function describeDomainError(error: DomainError): Answer | undefined {
  const status = STATUS_OF_CODE[error.code];
  if (status === undefined) return undefined;
  const { details } = error.data;
  const headers: Record<string, string> = error instanceof TooManyRequestsError ? { 'Retry-After': String(error.retryAfterSeconds) } : {};
  return { status, body: { error: error.message, ...(typeof details === 'string' ? { details } : {}) }, headers };
}

/**
 * The error as those who ask here read it. What fails before a route of the OpenAI-compatible API is reached has OpenAI's shape too; incidents on
 * the routes of JarvisChat's clients have the object that these know, but for /api/chat, whose `error` the first clients of this API read as text.
 */
function shaped(answer: ErrorBody, status: number, response: Response, detail = answer.error): object {
  const { path } = response.req;
  if (path.startsWith(OPENAI_PATH)) return openAiErrorBody(status, answer.error);
  if (!carriesDetail(response)) return answer;
  const { error: message, error_key: key } = answer;
  if (key === undefined || routePath(path) === '/api/chat') return { ...answer, detail };
  return { detail, error_key: key, error: { message, incident_key: key, support_hint: incidentHint(key) } };
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
function clientErrorOf(error: unknown): Answer | undefined {
  if (typeof error !== 'object' || error === null || !('status' in error) || typeof error.status !== 'number') return undefined;
  if (error.status < 400 || error.status >= 500) return undefined;
  return { status: error.status, body: { error: 'The request could not be read.' } };
}
