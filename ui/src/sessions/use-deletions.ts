import { useCallback, useEffect, useRef, useState } from 'react';
import { deleteSession } from '../api/jarvis-client.js';
import { UNDO_MS } from '../limits.js';

export interface Deletions {
  /** Sessions that will be deleted unless that is undone. */
  pending: ReadonlySet<string>;
  begin: (sessionId: string) => void;
  undo: (sessionId: string) => void;
}

/**
 * Deletions that can be undone for a while: only then, or when the drawer or the page is closed, is the server told.
 * `onDeleted` is called then, and `onRefused` where the server could not do it.
 */
export function useDeletions(onDeleted: (sessionId: string) => void, onRefused: (sessionId: string) => void): Deletions {
  const [pending, setPending] = useState<ReadonlySet<string>>(new Set());
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>());
  const callbacks = useRef({ onDeleted, onRefused });
  useEffect(() => {
    callbacks.current = { onDeleted, onRefused };
  });

  const settle = useCallback((sessionId: string) => {
    clearTimeout(timers.current.get(sessionId));
    timers.current.delete(sessionId);
    setPending(new Set(timers.current.keys()));
  }, []);

  const commit = useCallback(
    (sessionId: string) => {
      settle(sessionId);
      callbacks.current.onDeleted(sessionId);
      deleteSession(sessionId).catch(() => callbacks.current.onRefused(sessionId));
    },
    [settle],
  );

  const begin = useCallback(
    (sessionId: string) => {
      timers.current.set(sessionId, setTimeout(() => commit(sessionId), UNDO_MS));
      setPending(new Set(timers.current.keys()));
    },
    [commit],
  );

  useEffect(() => {
    const waiting = timers.current;
    const commitAll = () => [...waiting.keys()].forEach(commit);
    window.addEventListener('pagehide', commitAll);
    return () => {
      window.removeEventListener('pagehide', commitAll);
      commitAll();
    };
  }, [commit]);

  return { pending, begin, undo: settle };
}
