import { useCallback, useEffect, useRef, useState } from 'react';
import { UNDO_MS } from '../limits.js';

export interface Deletions {
  /** Ids of what will be deleted unless that is undone. */
  pending: ReadonlySet<string>;
  begin: (id: string) => void;
  undo: (id: string) => void;
}

interface DeletionCallbacks {
  /** Tells the server. Rejects where it cannot. */
  remove: (id: string) => Promise<void>;
  /** Called as the server is told. */
  onDeleted: (id: string) => void;
  /** Called where the server could not do it. */
  onRefused: (id: string) => void;
}

/** Deletions that can be undone for a while: only then, or when the drawer or the page is closed, is the server told. */
export function useDeletions(given: DeletionCallbacks): Deletions {
  const [pending, setPending] = useState<ReadonlySet<string>>(new Set());
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>());
  const callbacks = useRef(given);
  useEffect(() => {
    callbacks.current = given;
  });

  const settle = useCallback((id: string) => {
    clearTimeout(timers.current.get(id));
    timers.current.delete(id);
    setPending(new Set(timers.current.keys()));
  }, []);

  const commit = useCallback(
    (id: string) => {
      settle(id);
      callbacks.current.onDeleted(id);
      callbacks.current.remove(id).catch(() => callbacks.current.onRefused(id));
    },
    [settle],
  );

  const begin = useCallback(
    (id: string) => {
      timers.current.set(id, setTimeout(() => commit(id), UNDO_MS));
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
