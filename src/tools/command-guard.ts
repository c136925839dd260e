import { Injectable } from '@nestjs/common';
import { ConfigService } from '../config/config.service.js';
import { coveredCommand } from './allow-list.js';
import { ApprovalsService } from './approvals.service.js';
import type { ApprovalResult, CommandIdentity } from './approval.js';
import type { AuditDecision } from './audit-log.js';
import { commandRule, isUnguarded } from './exec-policy.js';
import type { ToolContext } from './tool.js';

/** A command that wants to run. */
export interface CommandRequest extends CommandIdentity {
  /** True where `command` is for a shell, so that the allow-list can cover it. */
  isShellCommand: boolean;
  /** The PATH under which it would run. */
  searchPath: string;
}

/** Whether it may run. `argv`: as this argument vector, without a shell. `error`: why not, for the model. */
export type CommandPermission =
  | { allowed: true; decision: AuditDecision; argv?: readonly string[] }
  | { allowed: false; decision: AuditDecision; error: string };

/** Applies the settings `tools.exec` to every command: of `exec`, of users' own tools, and of whatever else runs commands. */
@Injectable()
export class CommandGuard {
  constructor(
    private readonly config: ConfigService,
    private readonly approvals: ApprovalsService,
  ) {}

  /** True while commands run unasked; while false, script tools write nothing below ~/.jarvis outside of its workspace. */
  get isUnguarded(): boolean {
    return isUnguarded(this.config.settings.tools.exec);
  }

  /** Decides, and waits for the owner where the settings say so. Never rejects. */
  async permit(request: CommandRequest, context: ToolContext): Promise<CommandPermission> {
    const policy = this.config.settings.tools.exec;
    if (isUnguarded(policy)) return { allowed: true, decision: 'allowed' };
    const argv = request.isShellCommand ? this.coveredBy(policy.allowlist, request) : undefined;
    const isApproved = policy.security !== 'deny' && (await this.approvals.isApproved(request));
    const standing = isApproved ? 'approved' : argv ? 'listed' : 'unknown';
    switch (commandRule(policy, standing)) {
      case 'run':
        if (isApproved) return { allowed: true, decision: 'stored-approval' };
        return { allowed: true, decision: 'allow-list', ...(argv ? { argv } : {}) };
      case 'ask':
        return answered(await this.ask(request, context), argv);
      case 'refuse':
        return { allowed: false, decision: 'denied-by-policy', error: refusal(policy.security) };
    }
  }

  private ask(request: CommandRequest, context: ToolContext): Promise<ApprovalResult> {
    const { tool, command, directory, codeFingerprint } = request;
    const { sessionId, runId, principal, signal } = context;
    const identity = { tool, command, directory, ...(codeFingerprint === undefined ? {} : { codeFingerprint }) };
    return this.approvals.request({ ...identity, sessionId, runId, principal }, signal);
  }

  private coveredBy(allowlist: readonly string[], { command, directory, searchPath }: CommandRequest): string[] | undefined {
    const { base: protectedDirectory } = this.config.paths;
    const { workspace } = this.config;
    return coveredCommand(command, allowlist, { directory, searchPath, protectedDirectory, workspace });
  }
}

function answered(result: ApprovalResult, argv: readonly string[] | undefined): CommandPermission {
  switch (result) {
    case 'allow-once':
    case 'allow-always':
      return { allowed: true, decision: result, ...(argv ? { argv } : {}) };
    case 'deny':
      return { allowed: false, decision: 'denied-by-owner', error: 'Not run: the owner denied it. Do not try it again in another form; ask the user.' };
    case 'expired':
      return { allowed: false, decision: 'expired', error: 'Not run: the owner did not decide in time, which counts as no. Tell the user that it waits for their decision.' };
    case 'aborted':
      return { allowed: false, decision: 'aborted', error: 'Not run: the run was aborted while it waited for the owner.' };
  }
}

function refusal(security: string): string {
  return security === 'deny'
    ? 'Not run: the settings of this server turn commands off (tools.exec.security is "deny").'
    : 'Not run: the settings of this server allow only listed programs, each as one plain command without shell characters ' +
        '(tools.exec.allowlist).';
}
