import { appendFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../common/clock.js';
import { messageOf } from '../common/domain-error.js';
import { ellipsize } from '../common/text.js';
import { JarvisPaths } from '../config/jarvis-paths.js';
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

/** Who ran which tool on what grounds: `logs/audit.jsonl`, one JSON line for each call, only ever appended to. */
@Injectable()
export class AuditLog {
  private readonly logger = new Logger('Audit');
  private writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly paths: JarvisPaths,
    private readonly redactor: SecretRedactor,
    private readonly clock: Clock,
  ) {}

  /** Resolves when the line is written. Never rejects: a full disk is logged and does not keep the agent from answering. */
  record(call: AuditedCall): Promise<void> {
    const line = `${JSON.stringify(this.entryOf(call))}\n`;
    this.writing = this.writing
      .then(() => this.append(line))
      .catch((error: unknown) => this.logger.error(`A line of the audit log is lost: ${messageOf(error)}`));
    return this.writing;
  }

  private async append(line: string): Promise<void> {
    await mkdir(path.dirname(this.paths.auditLogFile), { recursive: true, mode: 0o700 });
    await appendFile(this.paths.auditLogFile, line, { mode: 0o600 });
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
