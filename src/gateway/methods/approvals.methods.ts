import { Injectable } from '@nestjs/common';
import { NotFoundError } from '../../common/domain-error.js';
import type { PendingApproval } from '../../tools/approval.js';
import { ApprovalsService } from '../../tools/approvals.service.js';
import { GatewayError } from '../gateway.error.js';
import type { EventPayload } from '../protocol/events.js';
import type { HandlersOf } from '../served-methods.js';

/** exec.approval.*: tool calls that wait for the owner. */
@Injectable()
export class ApprovalsMethods {
  readonly handlers: HandlersOf<'exec.approval.list' | 'exec.approval.resolve'> = {
    'exec.approval.list': () => ({ pending: this.approvals.list().map(approvalPayload) }),
    'exec.approval.resolve': async ({ id, decision }, { connection }) => {
      try {
        await this.approvals.decide(id, decision, connection.identity.principal);
        return { ok: true };
      } catch (error) {
        if (error instanceof NotFoundError) throw new GatewayError('APPROVAL_NOT_FOUND', error.message);
        throw error;
      }
    },
  };

  constructor(private readonly approvals: ApprovalsService) {}
}

/** An approval as it goes over the wire. */
export function approvalPayload(approval: PendingApproval): EventPayload<'exec.approval.requested'> {
  const { id, sessionId, runId, tool, command, display, directory, requestedAt, expiresAt } = approval;
  return { id, sessionKey: sessionId, runId, tool, command, display, directory, requestedAt, expiresAt };
}
