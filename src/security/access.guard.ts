import type { IncomingMessage, ServerResponse } from 'node:http';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ACCESS, type Access } from './access.decorator.js';
import { assertAccess } from './access.js';
import { type CallerIdentity, CallerService } from './authentication/caller.service.js';
import { callerOf, rememberCaller } from './authentication/known-callers.js';
import { assertContentType } from './content-type.js';
import { ACCEPTED_CONTENT_TYPES, JSON_CONTENT_TYPE } from './content-type.decorator.js';
import { AccessDeniedError, AuthenticationRequiredError } from './errors.js';
import { describeRequest, type RequestDescription } from './request/request-description.js';
import { RequestGate } from './request/request-gate.js';

/**
 * The one guard, in front of every handler: a handler that declares no access is refused to everybody. It asks the handler
 * that Nest chose and no path, so that `//x`, `/%61pi` or HEAD change nothing. The first checks were done when the request
 * came in (installRequestChecks); where somebody forgot to install them, they are done here.
 */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly gate: RequestGate,
    private readonly callers: CallerService,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (context.getType() !== 'http') throw new AccessDeniedError('This guard knows HTTP alone.');
    const request = context.switchToHttp().getRequest<IncomingMessage>();
    const response = context.switchToHttp().getResponse<ServerResponse>();
    const description = describeRequest(request);
    try {
      const caller = callerOf(request) ?? (await this.admit(request, description));
      assertAccess(this.declared<Access>(ACCESS, context), caller);
      assertContentType(description, this.declared<string[]>(ACCEPTED_CONTENT_TYPES, context) ?? [JSON_CONTENT_TYPE]);
    } catch (error) {
      if (error instanceof AuthenticationRequiredError) response.setHeader('WWW-Authenticate', 'Bearer realm="jarvis"');
      // What has not arrived yet of a refused request is not waited for.
      if (!request.complete) response.setHeader('Connection', 'close');
      throw error;
    }
    return true;
  }

  private declared<T>(key: string, context: ExecutionContext): T | undefined {
    return this.reflector.getAllAndOverride<T | undefined>(key, [context.getHandler(), context.getClass()]);
  }

  private async admit(request: IncomingMessage, description: RequestDescription): Promise<CallerIdentity> {
    const refusal = this.gate.check(description);
    if (refusal !== undefined) throw refusal;
    const caller = await this.callers.identify(description);
    rememberCaller(request, caller);
    return caller;
  }
}
