import type { IncomingMessage, ServerResponse } from 'node:http';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { RequestAdmission } from './request-admission.js';
import { answerRefused } from './json-answer.js';
import { answerBodyFailure, cutLongBody, JSON_BODY_OPTIONS } from './json-body.js';
import { securityHeaders } from './security-headers.js';

type Next = (error?: unknown) => void;

/**
 * Installs what every request meets before anything else, also one for a file or an unknown path: length, host, address and origin, who
 * is calling, security headers, and the reading of JSON bodies. Call it right after `NestFactory.create(..., {bodyParser: false})`
 * and before `init` or `listen`.
 */
export function installRequestChecks(app: NestExpressApplication): void {
  app.disable('x-powered-by');
  // Nothing may be cached, so nothing needs to be hashed for a comparison later.
  app.disable('etag');
  app.use(requestChecks(app.get(RequestAdmission)));
  app.use(securityHeaders());
  app.use(cutLongBody);
  app.useBodyParser('json', JSON_BODY_OPTIONS);
  app.use(answerBodyFailure);
}

function requestChecks(admission: RequestAdmission) {
  return (request: IncomingMessage, response: ServerResponse, next: Next): void => {
    admission.admit(request).then((refusal) => {
      if (refusal === undefined) next();
      else answerRefused(request, response, refusal);
    }, next);
  };
}
