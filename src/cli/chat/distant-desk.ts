import type { PendingApproval } from '../../tools/approval.js';
import type { Terminal } from '../terminal.js';
import { ApprovalDesk } from './approval-desk.js';

/** Where nobody can be asked: says on stderr what waits and how to decide elsewhere. */
export class DistantDesk extends ApprovalDesk {
  constructor(
    private readonly terminal: Terminal,
    private readonly serverUrl: string,
  ) {
    super();
  }

  override ask(approval: PendingApproval): Promise<undefined> {
    const url = `${this.serverUrl}/api/approvals/${approval.id}`;
    this.terminal.note(
      `Jarvis asks to run, in ${approval.directory}:\n  ${approval.display.replaceAll('\n', '\n  ')}\n` +
        `It waits until ${approval.expiresAt}, then it is denied. Decide on the page (${this.serverUrl}) or with\n` +
        `  curl -X POST ${url} -H 'content-type: application/json' -d '{"decision":"allow-once"}'\n` +
        'where the decision is allow-once, allow-always or deny.',
    );
    return Promise.resolve(undefined);
  }

  override tell(problem: string): void {
    this.terminal.note(problem);
  }
}
