import type { ApprovalDecision, PendingApproval } from '../../tools/approval.js';
import type { Terminal } from '../terminal.js';
import { ApprovalDesk } from './approval-desk.js';

const DECISIONS: Readonly<Record<string, ApprovalDecision>> = { o: 'allow-once', a: 'allow-always', d: 'deny' };

/** Asks the person at the terminal. */
export class TerminalDesk extends ApprovalDesk {
  /** @param question shows a prompt and resolves with the line that is typed */
  constructor(
    private readonly terminal: Terminal,
    private readonly question: (prompt: string, signal: AbortSignal) => Promise<string>,
  ) {
    super();
  }

  override async ask(approval: PendingApproval, signal: AbortSignal): Promise<ApprovalDecision> {
    const { style } = this.terminal;
    const tool = approval.tool === 'exec' ? '' : ` with ${approval.tool}`;
    this.terminal.print(`${style.yellow('Jarvis asks to run')}${tool}, in ${approval.directory}:`);
    this.terminal.print(approval.display.split('\n').map((line) => `  ${line}`).join('\n'));
    for (;;) {
      const line = await this.question('Allow it [o]nce, [a]lways here, or [d]eny? ', signal);
      const decision = DECISIONS[line.trim().toLowerCase().slice(0, 1)];
      if (decision !== undefined) return decision;
    }
  }

  override tell(problem: string): void {
    this.terminal.note(problem);
  }
}
