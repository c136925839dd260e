import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { ThrottlerGuard, type ThrottlerLimitDetail } from '@nestjs/throttler';
import { TooManyRequestsError } from '../../common/domain-error.js';
import { SecurityAudit } from '../audit/security-audit.js';
import { callerOf } from '../authentication/known-callers.js';

/** Throttles each client over all routes of a bucket, and says when to come back. */
@Injectable()
export class RateLimitGuard extends ThrottlerGuard {
  // The constructor is the package's own.
  @Inject(SecurityAudit)
  private readonly audit!: SecurityAudit;

  protected override throwThrottlingException(context: ExecutionContext, detail: ThrottlerLimitDetail): Promise<void> {
    const seconds = Math.max(1, detail.timeToBlockExpire);
    const request = context.switchToHttp().getRequest<IncomingMessage>();
    const { address, principal } = callerOf(request) ?? {};
    void this.audit.record({ event: 'rate_limit', outcome: 'denied', address, role: principal?.role, details: `${request.method} ${request.url}` });
    context.switchToHttp().getResponse<ServerResponse>().setHeader('Retry-After', String(seconds));
    throw new TooManyRequestsError(`Too many requests. Try again in ${seconds} s.`, seconds);
  }
}
