import type { ApprovalDecision, PendingApproval } from '../../tools/approval.js';

/** Where the owner decides on a command that waits. */
export abstract class ApprovalDesk {
  /**
   * The decision, or undefined where nobody decides here. Rejects with the signal's reason when it is too late: the turn
   * is over or the request has expired.
   */
  abstract ask(approval: PendingApproval, signal: AbortSignal): Promise<ApprovalDecision | undefined>;

  /** Tells that a decision could not be handed over. */
  abstract tell(problem: string): void;
}
