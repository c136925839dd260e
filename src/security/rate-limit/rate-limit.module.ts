import type { IncomingMessage } from 'node:http';
import { type ExecutionContext, Module } from '@nestjs/common';
import { APP_GUARD, Reflector } from '@nestjs/core';
import { ThrottlerModule, type ThrottlerModuleOptions } from '@nestjs/throttler';
import { callerOf } from '../authentication/known-callers.js';
import { RATE_WINDOW_MS } from '../limits.js';
import { SecurityModule } from '../security.module.js';
import { RATE_CLASS, type RateClass } from './rate-class.decorator.js';
import { guestsRuleFor, rateRuleFor, type RateRule } from './rate-limit-policy.js';
import { RateLimitGuard } from './rate-limit.guard.js';
import { RequestCounter } from './request-counter.js';

/**
 * Rate limits on every route. A module of its own, imported by the composition root before SecurityModule: its guard
 * then comes first, and a request that is refused afterwards has been counted. Apart from SecurityModule also because
 * @nestjs/throttler is CommonJS that requires Nest, which Jest cannot load on Node 20.
 */
@Module({
  imports: [
    SecurityModule,
    ThrottlerModule.forRootAsync({
      imports: [SecurityModule],
      inject: [RequestCounter, Reflector],
      useFactory: throttling,
    }),
  ],
  providers: [{ provide: APP_GUARD, useClass: RateLimitGuard }],
})
export class RateLimitModule {}

function throttling(counter: RequestCounter, reflector: Reflector): ThrottlerModuleOptions {
  const asked = (context: ExecutionContext): Parameters<typeof rateRuleFor> => {
    const request = context.switchToHttp().getRequest<IncomingMessage>();
    const rateClass = reflector.getAllAndOverride<RateClass | undefined>(RATE_CLASS, [context.getHandler(), context.getClass()]);
    return [callerOf(request) ?? {}, request.method ?? '', rateClass];
  };
  const ruleOf = (context: ExecutionContext): RateRule => rateRuleFor(...asked(context));
  const guestsRuleOf = (context: ExecutionContext): RateRule | undefined => guestsRuleFor(...asked(context));
  return {
    throttlers: [
      { name: 'caller', ttl: RATE_WINDOW_MS, limit: (context) => ruleOf(context).limit, generateKey: (context) => ruleOf(context).key },
      {
        name: 'guests',
        ttl: RATE_WINDOW_MS,
        skipIf: (context) => guestsRuleOf(context) === undefined,
        limit: (context) => guestsRuleOf(context)?.limit ?? 0,
        generateKey: (context) => guestsRuleOf(context)?.key ?? '',
      },
    ],
    // The key says all: not the route, and nothing that the client could choose.
    getTracker: () => '',
    storage: counter,
    setHeaders: false,
  };
}
