import { useCallback, useEffect, useRef, useState } from 'react';
import type { Approval, Decision } from '../api/contract.js';
import { decideApproval, fetchApprovals } from '../api/jarvis-client.js';
import { RequestFailedError } from '../api/problem.js';
import { APPROVAL_POLL_MS } from '../limits.js';

/**
 * What waits for the person's decision in this session, looked for while a turn runs, and the way to decide, which
 * rejects where the server does not take the decision.
 */
export function useApprovals(isWorking: boolean, sessionId: string | null): [readonly Approval[], (id: string, decision: Decision) => Promise<void>] {
  const [approvals, setApprovals] = useState<readonly Approval[]>([]);
  const decided = useRef(new Set<string>());

  useEffect(() => {
    if (!isWorking || sessionId === null) return;
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const look = async () => {
      try {
        const pending = (await fetchApprovals(controller.signal)).filter((approval) => !decided.current.has(approval.id));
        setApprovals(pending.filter((approval) => approval.sessionId === sessionId));
      } catch (error) {
        // A guest, or a server that asks for nothing: no decision can be made here.
        if (controller.signal.aborted || (error instanceof RequestFailedError && [401, 403, 404].includes(error.httpStatus))) return;
      }
      timer = setTimeout(() => void look(), APPROVAL_POLL_MS);
    };
    timer = setTimeout(() => void look(), APPROVAL_POLL_MS);
    return () => {
      controller.abort();
      clearTimeout(timer);
      setApprovals([]);
    };
  }, [isWorking, sessionId]);

  const decide = useCallback(async (id: string, decision: Decision) => {
    await decideApproval(id, decision);
    decided.current.add(id);
    setApprovals((pending) => pending.filter((approval) => approval.id !== id));
  }, []);

  return [approvals, decide];
}
