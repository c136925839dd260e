import type { Principal } from '../security/principal.js';

/** What a person may answer. */
export const APPROVAL_DECISIONS = ['allow-once', 'allow-always', 'deny'] as const;

export type ApprovalDecision = (typeof APPROVAL_DECISIONS)[number];

/** What a decision binds to: exactly this, nothing that looks like it. */
export interface CommandIdentity {
  tool: string;
  /** The shell command as `exec` got it, byte for byte; for another tool its name and its arguments as JSON. */
  command: string;
  /** Absolute. */
  directory: string;
  /** Fingerprint of a user's own code, so that an edit needs a new decision. */
  codeFingerprint?: string;
}

/** A call that asks. */
export interface ApprovalRequest extends CommandIdentity {
  sessionId: string;
  runId: string;
  principal: Principal;
}

/** A call that waits for a decision. */
export interface PendingApproval {
  id: string;
  sessionId: string;
  runId: string;
  tool: string;
  /** Exactly what would run. */
  command: string;
  /** The same with every invisible character escaped: what is to be shown. */
  display: string;
  directory: string;
  /** ISO 8601. */
  requestedAt: string;
  /** ISO 8601; nobody's decision by then is deny. */
  expiresAt: string;
}

/** How a request ended. */
export type ApprovalResult = ApprovalDecision | 'expired' | 'aborted';

/** What listeners are told. */
export type ApprovalChange =
  | { type: 'requested'; approval: PendingApproval }
  | { type: 'resolved'; approval: PendingApproval; result: ApprovalResult };
