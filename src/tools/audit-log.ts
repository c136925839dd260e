import { Injectable } from '@nestjs/common';
import { Clock } from '../common/clock.js';
import { ellipsize } from '../common/text.js';
import { AuditFile } from '../security/audit/audit-file.js';
import { SecretRedactor } from '../security/secret-redactor.js';
import { AUDIT_ARGUMENT_CHARACTERS, AUDIT_NAME_CHARACTERS } from './limits.js';
import type { ToolContext, ToolInvocation, ToolOutcome } from './tool.js';

/** On what grounds a call ran or did not. */
export type AuditDecision =
  | 'allowed'
  | 'allow-list'
  | 'stored-approval'
  | 'allow-once'
  | 'allow-always'
  | 'denied-by-policy'
  | 'denied-by-owner'
  | 'expired'
  | 'aborted'
  | 'unknown-tool';

/** One call, when it is over. */
export interface AuditedCall {
  invocation: ToolInvocation;
  context: Pick<ToolContext, 'sessionId' | 'runId' | 'principal'>;
  decision: AuditDecision;
  status: ToolOutcome['status'];
  durationMs: number;
}

/** Who ran which tool on what grounds: a line of the audit log for each call. */
@Injectable()
export class AuditLog {
  constructor(
    private readonly file: AuditFile,
    private readonly redactor: SecretRedactor,
    private readonly clock: Clock,
  ) {}

  /** Resolves when the line is written. Never rejects. */
  record(call: AuditedCall): Promise<void> {
    return this.file.append(this.entryOf(call));
  }

  private entryOf({ invocation, context, decision, status, durationMs }: AuditedCall): Record<string, unknown> {
    const { role, id } = context.principal;
    return {
      ts: this.clock.now().toISOString(),
      sessionId: context.sessionId,
      runId: context.runId,
      principal: { role, id },
      tool: ellipsize(invocation.name, AUDIT_NAME_CHARACTERS),
      args: ellipsize(this.redactor.redact(JSON.stringify(invocation.args)), AUDIT_ARGUMENT_CHARACTERS),
      decision,
      status,
      durationMs,
    };
  }
}
