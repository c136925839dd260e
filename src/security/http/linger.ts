import type { IncomingMessage } from 'node:http';
import { LINGER_BYTES, LINGER_MS } from '../limits.js';

/**
 * Reads and drops what still arrives of a refused request, within bounds, and then calls `done` once. Without it the socket closes while
 * the client writes, and the client hears of a broken connection instead of the answer (RFC 9112, 9.6).
 */
export function linger(request: IncomingMessage, done: () => void): void {
  let dropped = 0;
  const drop = (chunk: Buffer): void => {
    dropped += chunk.length;
    if (dropped > LINGER_BYTES) end();
  };
  // A body parser that was reading pauses the request when it gives up.
  const goOn = (): void => void request.resume();
  const end = (): void => {
    clearTimeout(timer);
    request.off('data', drop).off('pause', goOn).off('end', end).off('close', end);
    done();
  };
  const timer = setTimeout(end, LINGER_MS);
  timer.unref();
  request.on('data', drop).on('pause', goOn).once('end', end).once('close', end).resume();
}
