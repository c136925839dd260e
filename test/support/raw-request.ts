import { connect } from 'node:net';

/**
 * Writes bytes to a server as they are, which no HTTP client would send, and resolves with everything that comes back
 * until the server closes.
 */
export function sendRaw(port: number, bytes: string | Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    const received: Buffer[] = [];
    socket.on('data', (chunk) => received.push(chunk));
    socket.on('close', () => resolve(Buffer.concat(received).toString('utf8')));
    socket.on('error', (error) => (received.length > 0 ? resolve(Buffer.concat(received).toString('utf8')) : reject(error)));
  });
}
