import type { TurnAnswer } from '../../agent/agent-event.js';

/** How a run ended, as the protocol tells ends apart. */
export type RunEnding = 'ok' | 'aborted' | 'error';

/** The reasons for which the gateway aborts; they stand in the session's log. */
export const ABORTED_BY_REQUEST = 'aborted by the user';
export const ABORTED_BY_TIMEOUT = 'the time that the request allowed was over';

export function endingOf({ status }: TurnAnswer): RunEnding {
  if (status === 'model_error' || status === 'format_error') return 'error';
  return status === 'aborted' || status === 'interrupted' ? 'aborted' : 'ok';
}

/** The protocol's word for the reason of an abort. */
export function stopReasonOf(reason: string): 'rpc' | 'timeout' | 'stop' {
  if (reason === ABORTED_BY_REQUEST) return 'rpc';
  return reason === ABORTED_BY_TIMEOUT ? 'timeout' : 'stop';
}
