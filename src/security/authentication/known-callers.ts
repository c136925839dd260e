import type { IncomingMessage } from 'node:http';
import type { CallerIdentity } from './caller.service.js';

const callers = new WeakMap<IncomingMessage, CallerIdentity>();

/** Notes who was found to be behind a request, for whatever handles it later. */
export function rememberCaller(request: IncomingMessage, caller: CallerIdentity): void {
  callers.set(request, caller);
}

/** Who is behind a request that went through the first checks; undefined where it did not. */
export function callerOf(request: IncomingMessage): CallerIdentity | undefined {
  return callers.get(request);
}
