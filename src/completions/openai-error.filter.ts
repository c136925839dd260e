import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Response } from 'express';
import { DomainError, TooManyRequestsError } from '../common/domain-error.js';
import { openAiErrorBody } from '../common/openai-error-body.js';
import { SECURITY_HTTP_STATUS } from '../security/errors.js';
import { incidentMessage } from '../security/incidents/incident.js';
import { IncidentLog } from '../security/incidents/incident-log.js';
import { OpenAiRequestError } from './openai.errors.js';

/** HTTP statuses of the domain's codes on this API; any other code is 500. */
const STATUS_OF_CODE: Readonly<Record<string, number>> = {
  ...SECURITY_HTTP_STATUS,
  invalid_input: 400,
  not_found: 404,
  too_many_requests: 429,
  shutting_down: 503,
};

/** Answers errors of the OpenAI-compatible API in OpenAI's own shape. */
@Catch()
export class OpenAiErrorFilter implements ExceptionFilter {
  constructor(private readonly incidents: IncidentLog) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<Response>();
    if (response.headersSent) {
      response.destroy();
      return;
    }
    if (error instanceof OpenAiRequestError) {
      response.status(error.status).json(openAiErrorBody(error.status, error.message, error.fields));
    } else if (error instanceof DomainError) {
      const status = STATUS_OF_CODE[error.code] ?? 500;
      if (error instanceof TooManyRequestsError) response.setHeader('Retry-After', String(error.retryAfterSeconds));
      response.status(status).json(openAiErrorBody(status, error.message, { code: error.code }));
    } else if (error instanceof HttpException) {
      response.status(error.getStatus()).json(openAiErrorBody(error.getStatus(), error.message));
    } else {
      const key = this.incidents.record(error, { where: `${response.req.method} ${response.req.originalUrl}` });
      response.status(500).json(openAiErrorBody(500, incidentMessage(key)));
    }
  }
}
