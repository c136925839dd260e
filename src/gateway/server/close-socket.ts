import type { WebSocket } from 'ws';
import { CLOSE_GRACE_MS, MAX_CLOSE_REASON_BYTES } from '../limits.js';

/** Why the server closes a socket (docs/gateway.md, "Close codes"). */
export const CLOSE = {
  normal: 1000,
  protocolError: 1002,
  policy: 1008,
  tooLarge: 1009,
  restart: 1012,
} as const;

export type CloseCode = (typeof CLOSE)[keyof typeof CLOSE];

/** Closes a socket and cuts it where the peer does not close its side in time. */
export function closeSocket(socket: WebSocket, code: CloseCode, reason: string): void {
  socket.close(code, cutReason(reason));
  const timer = setTimeout(() => socket.terminate(), CLOSE_GRACE_MS);
  timer.unref();
  socket.once('close', () => clearTimeout(timer));
}

/** At most as many bytes of UTF-8 as a close frame takes, without half a character. */
function cutReason(reason: string): string {
  let cut = reason;
  while (Buffer.byteLength(cut) > MAX_CLOSE_REASON_BYTES) cut = [...cut].slice(0, -1).join('');
  return cut;
}
