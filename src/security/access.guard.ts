import type { IncomingMessage, ServerResponse } from 'node:http';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ACCESS, type Access } from './access.decorator.js';
import { assertAccess } from './access.js';
import { SecurityAudit } from './audit/security-audit.js';
import { callerOf } from './authentication/known-callers.js';
import type { CallerIdentity } from './authentication/caller.service.js';
import { assertContentType } from './content-type.js';
import { ACCEPTED_CONTENT_TYPES, JSON_CONTENT_TYPE } from './content-type.decorator.js';
import { AccessDeniedError, AuthenticationRequiredError, OriginNotAllowedError } from './errors.js';
import { RequestAdmission } from './http/request-admission.js';
import { Protection } from './protection.js';
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
    private readonly admission: RequestAdmission,
    private readonly protection: Protection,
    private readonly audit: SecurityAudit,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (context.getType() !== 'http') throw new AccessDeniedError('This guard knows HTTP alone.');
    const request = context.switchToHttp().getRequest<IncomingMessage>();
    const response = context.switchToHttp().getResponse<ServerResponse>();
    const description = describeRequest(request);
    const access = this.declared<Access>(ACCESS, context);
    try {
      const caller = callerOf(request) ?? (await this.admit(request));
      this.assertOriginIsSaid(access, description);
      assertAccess(access, caller);
      assertContentType(description, this.declared<string[]>(ACCEPTED_CONTENT_TYPES, context) ?? [JSON_CONTENT_TYPE]);
      this.noteAction(access, description, caller, response);
    } catch (error) {
      this.noteRefusal(error, description, callerOf(request));
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

  private async admit(request: IncomingMessage): Promise<CallerIdentity> {
    const refusal = await this.admission.admit(request);
    if (refusal !== undefined) throw refusal;
    return callerOf(request) ?? {};
  }

  /** Where sessions let people in, a request says which page it comes from; /v1 wants a token anyway. */
  private assertOriginIsSaid(access: Access | undefined, description: RequestDescription): void {
    if (access?.kind === 'public' || access?.kind === 'scope' || !this.protection.isGuarded) return;
    const refusal = this.gate.checkStatedOrigin(description);
    if (refusal !== undefined) throw refusal;
  }

  private noteRefusal(error: unknown, { method, target }: RequestDescription, caller: CallerIdentity = {}): void {
    const event =
      error instanceof OriginNotAllowedError
        ? 'origin_check'
        : error instanceof AuthenticationRequiredError
          ? 'auth_required'
          : error instanceof AccessDeniedError
            ? 'admin_capability'
            : undefined;
    if (event === undefined) return;
    const { address, principal } = caller;
    void this.audit.record({ event, outcome: 'denied', address, role: principal?.role, details: `${method} ${target}` });
  }

  /** What the owner changes where others may come in is noted when it is done. */
  private noteAction(access: Access | undefined, { method, target }: RequestDescription, caller: CallerIdentity, response: ServerResponse): void {
    if (access?.kind !== 'owner' || method === 'GET' || method === 'HEAD' || !this.protection.isGuarded) return;
    const { address, principal } = caller;
    response.once('finish', () => {
      if (response.statusCode >= 400) return;
      void this.audit.record({ event: 'admin_action', outcome: 'success', address, role: principal?.role, details: `${method} ${target}` });
    });
  }
}
