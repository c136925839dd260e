import type { IncomingMessage } from 'node:http';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { callerOf } from './authentication/known-callers.js';
import type { Principal } from './principal.js';

/**
 * Hands the Principal to a handler. Never undefined, except on `@Public()` routes, where a stranger has none: declare the
 * parameter as `Principal | undefined` there.
 */
export const Caller = createParamDecorator((_data: unknown, context: ExecutionContext): Principal | undefined => {
  return callerOf(context.switchToHttp().getRequest<IncomingMessage>())?.principal;
});
