import type { ServerResponse } from 'node:http';
import { type ExecutionContext, Injectable } from '@nestjs/common';
import { ThrottlerGuard, type ThrottlerLimitDetail } from '@nestjs/throttler';
import { TooManyRequestsError } from '../../common/domain-error.js';

/** Throttles each client over all routes of a bucket, and says when to come back. */
@Injectable()
export class RateLimitGuard extends ThrottlerGuard {
  protected override throwThrottlingException(context: ExecutionContext, detail: ThrottlerLimitDetail): Promise<void> {
    const seconds = Math.max(1, detail.timeToBlockExpire);
    context.switchToHttp().getResponse<ServerResponse>().setHeader('Retry-After', String(seconds));
    throw new TooManyRequestsError(`Too many requests. Try again in ${seconds} s.`, seconds);
  }
}
