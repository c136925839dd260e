import type { Socket } from 'node:net';

/** Calls `onExceeded` once, when more than `maxBytes` have arrived, and reads no more then. The returned function ends that. */
export function limitBytes(transport: Socket, maxBytes: number, onExceeded: () => void): () => void {
  let received = 0;
  const count = (chunk: Buffer): void => {
    received += chunk.length;
    if (received <= maxBytes) return;
    stop();
    onExceeded();
    transport.pause();
  };
  const stop = (): void => void transport.off('data', count);
  // Before the WebSocket reads the chunk: it may hold the end of a message.
  transport.prependListener('data', count);
  return stop;
}
