import type { IncomingMessage } from 'node:http';
import { type ExecutionContext, Module } from '@nestjs/common';
import { APP_GUARD, Reflector } from '@nestjs/core';
import { ThrottlerModule, type ThrottlerModuleOptions } from '@nestjs/throttler';
import { Clock } from '../../common/clock.js';
import { CommonModule } from '../../common/common.module.js';
import { callerOf } from '../authentication/known-callers.js';
import { RATE_WINDOW_MS } from '../limits.js';
import { RATE_CLASS, type RateClass } from './rate-class.decorator.js';
import { rateRuleFor, type RateRule } from './rate-limit-policy.js';
import { RateLimitGuard } from './rate-limit.guard.js';
import { SlidingWindowStorage } from './sliding-window.storage.js';

/**
 * Rate limits on every route. A module of its own, imported by the composition root before SecurityModule: its guard
 * then comes first, and a request that is refused afterwards has been counted. Apart from SecurityModule also because
 * @nestjs/throttler is CommonJS that requires Nest, which Jest cannot load on Node 20.
 */
@Module({
  imports: [
    ThrottlerModule.forRootAsync({
      imports: [CommonModule],
      inject: [Clock, Reflector],
      useFactory: throttling,
    }),
  ],
  providers: [{ provide: APP_GUARD, useClass: RateLimitGuard }],
})
export class RateLimitModule {}

function throttling(clock: Clock, reflector: Reflector): ThrottlerModuleOptions {
  const ruleOf = (context: ExecutionContext): RateRule => {
    const request = context.switchToHttp().getRequest<IncomingMessage>();
    const rateClass = reflector.getAllAndOverride<RateClass | undefined>(RATE_CLASS, [context.getHandler(), context.getClass()]);
    return rateRuleFor(callerOf(request) ?? {}, request.method ?? '', rateClass);
  };
  return {
    throttlers: [{ ttl: RATE_WINDOW_MS, limit: (context) => ruleOf(context).limit }],
    // The key says all: not the route, and nothing that the client could choose.
    getTracker: () => '',
    generateKey: (context) => ruleOf(context).key,
    storage: new SlidingWindowStorage(clock),
    setHeaders: false,
  };
}
