import type { IncomingMessage, ServerResponse } from 'node:http';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { incidentMessage } from '../incidents/incident.js';
import { IncidentLog } from '../incidents/incident-log.js';
import { answerError } from './json-answer.js';

/**
 * Answers in JSON what nothing else answered: Nest does so below its prefix alone, and Express would send a page of HTML for
 * every other path. Installs itself behind all routes and files.
 */
@Injectable()
export class LastAnswers implements OnApplicationBootstrap {
  constructor(
    private readonly adapterHost: HttpAdapterHost,
    private readonly incidents: IncidentLog,
  ) {}

  onApplicationBootstrap(): void {
    const adapter = this.adapterHost.httpAdapter as HttpAdapterHost['httpAdapter'] | undefined;
    adapter?.use((request: IncomingMessage, response: ServerResponse) => {
      answerError(request, response, 404, 'There is no such path. GET /api/docs lists the routes.');
    });
    adapter?.use((failure: unknown, request: IncomingMessage, response: ServerResponse, _next: () => void) => {
      this.answerFailure(failure, request, response);
    });
  }

  private answerFailure(failure: unknown, request: IncomingMessage, response: ServerResponse): void {
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const status = statusOf(failure);
    const message = status === 500 ? incidentMessage(this.incidents.record(failure, { where: `${request.method} ${request.url}` })) : 'The request could not be read.';
    answerError(request, response, status, message);
  }
}

/** Errors of Express and of the file server say by `status` that the request was at fault. */
function statusOf(failure: unknown): number {
  const status = typeof failure === 'object' && failure !== null && 'status' in failure ? failure.status : undefined;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : 500;
}
