import type { IncomingMessage, ServerResponse } from 'node:http';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { CallerService } from '../authentication/caller.service.js';
import { rememberCaller } from '../authentication/known-callers.js';
import type { DomainError } from '../../common/domain-error.js';
import { hasBody } from '../content-type.js';
import { MAX_STRANGER_BODY_BYTES } from '../limits.js';
import { describeRequest, onlyValue, type RequestDescription } from '../request/request-description.js';
import { RequestGate } from '../request/request-gate.js';
import { bodyTooLarge } from './body-too-large.js';
import { answerRefused } from './json-answer.js';
import { answerBodyFailure, cutLongBody, JSON_BODY_OPTIONS } from './json-body.js';
import { securityHeaders } from './security-headers.js';

type Next = (error?: unknown) => void;

/**
 * Installs what every request meets before anything else, also one for a file or an unknown path: host and origin, who
 * is calling, security headers, and the reading of JSON bodies. Call it right after `NestFactory.create(..., {bodyParser: false})`
 * and before `init` or `listen`.
 */
export function installRequestChecks(app: NestExpressApplication): void {
  app.disable('x-powered-by');
  // Nothing may be cached, so nothing needs to be hashed for a comparison later.
  app.disable('etag');
  app.use(requestChecks(app.get(RequestGate), app.get(CallerService)));
  app.use(securityHeaders());
  app.use(cutLongBody);
  app.useBodyParser('json', JSON_BODY_OPTIONS);
  app.use(answerBodyFailure);
}

function requestChecks(gate: RequestGate, callers: CallerService) {
  return (request: IncomingMessage, response: ServerResponse, next: Next): void => {
    admit(gate, callers, request).then((refusal) => {
      if (refusal === undefined) next();
      else answerRefused(request, response, refusal);
    }, next);
  };
}

async function admit(gate: RequestGate, callers: CallerService, request: IncomingMessage): Promise<DomainError | undefined> {
  const description = describeRequest(request);
  const refusal = gate.check(description);
  if (refusal !== undefined) return refusal;
  const caller = await callers.identify(description);
  rememberCaller(request, caller);
  return caller.principal === undefined && isLongBody(description) ? bodyTooLarge(MAX_STRANGER_BODY_BYTES) : undefined;
}

/** A body whose length is not said beforehand counts as long. */
function isLongBody(request: RequestDescription): boolean {
  const length = Number(onlyValue(request, 'content-length') ?? Number.POSITIVE_INFINITY);
  return hasBody(request) && !(length <= MAX_STRANGER_BODY_BYTES);
}
