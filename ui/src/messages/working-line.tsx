import { useEffect, useState } from 'react';
import type { StopState } from '../conversation/conversation.js';

interface WorkingLineProps {
  /** Milliseconds since the epoch. */
  startedAt: number;
  stop: StopState;
}

const SECOND_MS = 1_000;

/** Says that a turn runs, and for how long already. The live region announces it once; the seconds are for the eye. */
export function WorkingLine({ startedAt, stop }: WorkingLineProps) {
  const [now, setNow] = useState(startedAt);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);

  const seconds = Math.max(0, Math.round((now - startedAt) / SECOND_MS));
  return (
    <p className="text-muted">
      {stop === 'asked' ? 'Stopping' : 'Working'} ... {seconds} s
      {stop === 'refused' && ' (it could not be stopped)'}
    </p>
  );
}
