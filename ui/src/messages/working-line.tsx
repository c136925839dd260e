import type { StopState } from '../conversation/conversation.js';
import { useSeconds } from './use-seconds.js';

interface WorkingLineProps {
  /** Milliseconds since the epoch. */
  startedAt: number | undefined;
  stop: StopState;
  isConnected: boolean;
}

/** Says that a turn runs, and for how long already. The live region announces it once; the seconds are for the eye. */
export function WorkingLine({ startedAt, stop, isConnected }: WorkingLineProps) {
  const seconds = useSeconds(startedAt);
  return (
    <p className="text-muted">
      {stop === 'asked' ? 'Stopping' : 'Working'} ... {seconds} s
      {stop === 'refused' && ' (it could not be stopped)'}
      {!isConnected && ' (the connection is lost; trying again)'}
    </p>
  );
}
