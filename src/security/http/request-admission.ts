import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { type DomainError, TooManyRequestsError } from '../../common/domain-error.js';
import { SecurityAudit, type SecurityEventName } from '../audit/security-audit.js';
import { CallerService } from '../authentication/caller.service.js';
import { rememberCaller } from '../authentication/known-callers.js';
import { hasBody } from '../content-type.js';
import { AddressNotAllowedError, OriginNotAllowedError } from '../errors.js';
import { MAX_STRANGER_BODY_BYTES, RATE_WINDOW_MS } from '../limits.js';
import { Protection } from '../protection.js';
import { rateClassOfTarget, rateRuleFor } from '../rate-limit/rate-limit-policy.js';
import { RequestCounter } from '../rate-limit/request-counter.js';
import { describeRequest, onlyValue, type RequestDescription } from '../request/request-description.js';
import { RequestGate } from '../request/request-gate.js';
import { bodyCapOf } from './body-cap.js';
import { bodyTooLarge } from './body-too-large.js';
import { rememberBodyCap } from './json-body.js';

/**
 * The checks before there is a handler, in their order: the length that is said, target and host, the client's address, the page that the
 * request comes from, who is calling, and how much a stranger may send. What a route itself asks for is AccessGuard's part.
 */
@Injectable()
export class RequestAdmission {
  constructor(
    private readonly gate: RequestGate,
    private readonly callers: CallerService,
    private readonly protection: Protection,
    private readonly counter: RequestCounter,
    private readonly audit: SecurityAudit,
  ) {}

  /** Why a request goes no further; undefined where it may. Notes who is calling. */
  async admit(request: IncomingMessage): Promise<DomainError | undefined> {
    const description = describeRequest(request);
    const client = this.gate.clientOf(description);
    const cap = bodyCapOf(description, client, this.protection.isGuarded);
    if (Number(onlyValue(description, 'content-length') ?? 0) > cap) return bodyTooLarge(cap);
    rememberBodyCap(request, cap);
    const refusal = this.gate.check(description);
    if (refusal !== undefined) return (await this.refuse(refusal, description, client.address)) ?? refusal;
    const caller = await this.callers.identify(description);
    rememberCaller(request, caller);
    return caller.principal === undefined && isLongBody(description, cap) ? bodyTooLarge(MAX_STRANGER_BODY_BYTES) : undefined;
  }

  /** A refusal of origin counts like any request, so that refused ones are not free. */
  private async refuse(refusal: DomainError, { method, target }: RequestDescription, address: string | undefined): Promise<DomainError | undefined> {
    const event = eventOf(refusal);
    if (event === undefined) return undefined;
    if (event === 'origin_check' && this.protection.isGuarded) {
      const { key, limit } = rateRuleFor(address === undefined ? {} : { address }, method, rateClassOfTarget(method, target));
      const { isBlocked, timeToBlockExpire: seconds } = await this.counter.increment(key, RATE_WINDOW_MS, limit);
      if (isBlocked) {
        void this.audit.record({ event: 'rate_limit', outcome: 'denied', address, details: `${method} ${target}` });
        return new TooManyRequestsError(`Too many requests. Try again in ${seconds} s.`, seconds);
      }
    }
    void this.audit.record({ event, outcome: 'denied', address, details: `${method} ${target}` });
    return undefined;
  }
}

function eventOf(refusal: DomainError): SecurityEventName | undefined {
  if (refusal instanceof OriginNotAllowedError) return 'origin_check';
  return refusal instanceof AddressNotAllowedError ? 'ip_allowlist' : undefined;
}

/** A body whose length is not said beforehand counts as long. */
function isLongBody(request: RequestDescription, cap: number): boolean {
  const length = Number(onlyValue(request, 'content-length') ?? Number.POSITIVE_INFINITY);
  return hasBody(request) && !(length <= Math.min(MAX_STRANGER_BODY_BYTES, cap));
}
