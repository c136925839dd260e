import { useCallback, useEffect, useRef, useState } from 'react';
import type { Approval, Decision } from '../api/contract.js';
import { decideApproval, fetchApprovals } from '../api/jarvis-client.js';
import { RequestFailedError } from '../api/problem.js';
import { APPROVAL_POLL_MS } from '../limits.js';

/**
 * What waits for the person's decision in this session, looked for while a turn runs and as soon as a tool does
 * (`runningCalls` changes with each), and the way to decide, which rejects where the server does not take the decision.
 */
export function useApprovals(isWorking: boolean, sessionId: string | null, runningCalls: string): [readonly Approval[], (id: string, decision: Decision) => Promise<void>] {
  const [approvals, setApprovals] = useState<readonly Approval[]>([]);
  const decided = useRef(new Set<string>());
  const isRefused = useRef(false);

  useEffect(() => {
    isRefused.current = false;
    return () => setApprovals([]);
  }, [isWorking, sessionId]);
  useEffect(() => {
    if (!isWorking || sessionId === null || isRefused.current) return;
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const look = async () => {
      try {
        const pending = (await fetchApprovals(controller.signal)).filter((approval) => !decided.current.has(approval.id));
        setApprovals(pending.filter((approval) => approval.sessionId === sessionId));
      } catch (error) {
        // A guest, or a server that asks for nothing: no decision can be made here.
        isRefused.current = error instanceof RequestFailedError && [401, 403, 404].includes(error.httpStatus);
        if (controller.signal.aborted || isRefused.current) return;
      }
      timer = setTimeout(() => void look(), APPROVAL_POLL_MS);
    };
    timer = setTimeout(() => void look(), runningCalls === '' ? APPROVAL_POLL_MS : 0);
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [isWorking, sessionId, runningCalls]);

  const decide = useCallback(async (id: string, decision: Decision) => {
    await decideApproval(id, decision);
    decided.current.add(id);
    setApprovals((pending) => pending.filter((approval) => approval.id !== id));
  }, []);

  return [approvals, decide];
}
