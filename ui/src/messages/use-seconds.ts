import { useEffect, useState } from 'react';

const SECOND_MS = 1_000;

/** Whole seconds since an instant (milliseconds since the epoch), kept up while it is shown; undefined counts from now. */
export function useSeconds(startedAt: number | undefined): number {
  const [shownAt] = useState(Date.now);
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.round((now - (startedAt ?? shownAt)) / SECOND_MS));
}
