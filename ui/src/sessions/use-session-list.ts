import { useCallback, useEffect, useRef, useState } from 'react';
import type { SessionSummary } from '../api/sessions.js';
import { fetchActiveRuns, fetchSessions } from '../api/jarvis-client.js';
import { problemOfError, type Problem } from '../api/problem.js';
import { SEARCH_DELAY_MS, SESSIONS_PAGE } from '../limits.js';

/** What of the list is known. */
interface SessionList {
  /** What the rows were searched for; undefined until there is an answer. */
  search: string | undefined;
  rows: readonly SessionSummary[];
  nextCursor: string | undefined;
  /** Sessions in which something runs now. */
  running: ReadonlySet<string>;
  problem: Problem | undefined;
}

export interface SessionListActions extends SessionList {
  loadMore: () => void;
  reload: () => void;
  /** Shows another title, until the list is read again. */
  retitle: (sessionId: string, title: string) => void;
  remove: (sessionId: string) => void;
}

const EMPTY: SessionList = { search: undefined, rows: [], nextCursor: undefined, running: new Set(), problem: undefined };

/** The sessions that a search finds, newest first, page by page. A search is sent when nothing was typed for a moment. */
export function useSessionList(search: string): SessionListActions {
  const [list, setList] = useState(EMPTY);
  const request = useRef<AbortController>(null);

  const load = useCallback(async (wanted: string, cursor?: string) => {
    request.current?.abort();
    const controller = new AbortController();
    request.current = controller;
    try {
      const [page, runs] = await Promise.all([
        fetchSessions({ limit: SESSIONS_PAGE, search: wanted, ...(cursor !== undefined && { cursor }) }, controller.signal),
        fetchActiveRuns(controller.signal),
      ]);
      const running = new Set(runs.map((run) => run.sessionId));
      setList((before) => ({
        search: wanted,
        rows: cursor === undefined ? page.sessions : [...before.rows, ...page.sessions],
        nextCursor: page.nextCursor,
        running,
        problem: undefined,
      }));
    } catch (error) {
      if (!controller.signal.aborted) setList((before) => ({ ...before, problem: problemOfError(error) }));
    }
  }, []);

  const isFirst = useRef(true);
  useEffect(() => {
    const timer = setTimeout(() => void load(search.trim()), isFirst.current ? 0 : SEARCH_DELAY_MS);
    isFirst.current = false;
    return () => clearTimeout(timer);
  }, [search, load]);
  useEffect(() => () => request.current?.abort(), []);

  const change = useCallback((rows: (before: readonly SessionSummary[]) => readonly SessionSummary[]) => {
    setList((before) => ({ ...before, rows: rows(before.rows) }));
  }, []);
  return {
    ...list,
    loadMore: () => void load(list.search ?? '', list.nextCursor),
    reload: () => void load(search.trim()),
    retitle: (sessionId, title) => change((rows) => rows.map((row) => (row.sessionId === sessionId ? { ...row, title } : row))),
    remove: (sessionId) => change((rows) => rows.filter((row) => row.sessionId !== sessionId)),
  };
}
