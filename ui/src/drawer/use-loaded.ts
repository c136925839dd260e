import { useCallback, useEffect, useRef, useState } from 'react';
import { problemOfError, type Problem } from '../api/problem.js';
import { SEARCH_DELAY_MS } from '../limits.js';

export interface Loaded<T> {
  /** What was read; undefined until it was. */
  value: T | undefined;
  /** What it was read for. */
  key: string | undefined;
  problem: Problem | undefined;
  reload: () => void;
  /** Shows something else, until it is read again. */
  change: (change: (value: T) => T) => void;
}

/** Reads something from the server for a view: at once when it opens, and again, when nothing was typed for a moment, for another `key`. */
export function useLoaded<T>(key: string, load: (key: string, signal: AbortSignal) => Promise<T>): Loaded<T> {
  const [state, setState] = useState<Pick<Loaded<T>, 'value' | 'key' | 'problem'>>({ value: undefined, key: undefined, problem: undefined });
  const request = useRef<AbortController>(null);
  const latest = useRef(load);
  useEffect(() => {
    latest.current = load;
  });

  const read = useCallback(async (wanted: string) => {
    request.current?.abort();
    const controller = new AbortController();
    request.current = controller;
    try {
      const value = await latest.current(wanted, controller.signal);
      if (!controller.signal.aborted) setState({ value, key: wanted, problem: undefined });
    } catch (error) {
      if (!controller.signal.aborted) setState((before) => ({ ...before, problem: problemOfError(error) }));
    }
  }, []);

  const isFirst = useRef(true);
  useEffect(() => {
    const timer = setTimeout(() => void read(key), isFirst.current ? 0 : SEARCH_DELAY_MS);
    isFirst.current = false;
    return () => clearTimeout(timer);
  }, [key, read]);
  useEffect(() => () => request.current?.abort(), []);

  return {
    ...state,
    reload: () => void read(key),
    change: (change) => setState((before) => (before.value === undefined ? before : { ...before, value: change(before.value) })),
  };
}
