import type { Clock } from '../../common/clock.js';
import { messageOf } from '../../common/domain-error.js';
import type { PendingApproval } from '../../tools/approval.js';
import { APPROVAL_POLL_MS } from '../limits.js';
import type { ApprovalDesk } from './approval-desk.js';
import { isAccessProblem, ServerAnswerError, type ServerClient } from './server-client.js';

/** Looks for commands of one session that wait, and asks about each once, until `signal` aborts. Never rejects. */
export async function watchApprovals(client: ServerClient, desk: ApprovalDesk, sessionId: string, clock: Clock, signal: AbortSignal): Promise<void> {
  const asked = new Set<string>();
  while (!(await slept(clock, signal))) {
    const waiting = await client.approvals().catch((error: unknown) => (mayNotLook(error) ? undefined : []));
    // Whoever may not see approvals is not the one who decides.
    if (waiting === undefined) return;
    for (const approval of waiting) {
      if (approval.sessionId !== sessionId || asked.has(approval.id) || signal.aborted) continue;
      asked.add(approval.id);
      await settle(client, desk, approval, clock, signal);
    }
  }
}

async function settle(client: ServerClient, desk: ApprovalDesk, approval: PendingApproval, clock: Clock, signal: AbortSignal): Promise<void> {
  const gone = new AbortController();
  const open = AbortSignal.any([signal, gone.signal]);
  const looking = abortWhenGone(client, approval.id, clock, gone, open);
  try {
    const decision = await desk.ask(approval, open);
    if (decision !== undefined) await client.decide(approval.id, decision);
  } catch (error) {
    if (!open.aborted) desk.tell(messageOf(error));
    else if (!signal.aborted) desk.tell('This was decided elsewhere, or nobody decided in time.');
  }
  gone.abort();
  await looking;
}

/** Aborts as soon as a command no longer waits: it was decided on another face, or has expired. */
async function abortWhenGone(client: ServerClient, id: string, clock: Clock, gone: AbortController, until: AbortSignal): Promise<void> {
  while (!(await slept(clock, until))) {
    const waiting = await client.approvals().catch(() => undefined);
    if (waiting?.every((approval) => approval.id !== id)) gone.abort();
  }
}

function mayNotLook(error: unknown): boolean {
  return error instanceof ServerAnswerError && (isAccessProblem(error.httpStatus) || error.httpStatus === 404);
}

/** Waits; true where there is nothing to wait for any more. */
function slept(clock: Clock, signal: AbortSignal): Promise<boolean> {
  return clock.sleep(APPROVAL_POLL_MS, signal).then(
    () => false,
    () => true,
  );
}
