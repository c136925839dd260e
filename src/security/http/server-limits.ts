import { type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { systemErrorCode } from '../../common/domain-error.js';
import { MAX_CONNECTIONS, RECEIVE_CHECK_INTERVAL_MS, RECEIVE_TIMEOUT_MS } from '../limits.js';

/** What applyServerLimits sets; for tests, which cannot wait half a minute. */
export interface ServerLimits {
  receiveTimeoutMs: number;
  checkIntervalMs: number;
  maxConnections: number;
}

const LIMITS: ServerLimits = {
  receiveTimeoutMs: RECEIVE_TIMEOUT_MS,
  checkIntervalMs: RECEIVE_CHECK_INTERVAL_MS,
  maxConnections: MAX_CONNECTIONS,
};

/**
 * Bounds what a client can hold open: slow headers and bodies are cut, and the number of sockets is limited. What Node's
 * parser refuses is answered in JSON. Call it before `listen`.
 */
export function applyServerLimits(server: Server, limits: ServerLimits = LIMITS): void {
  server.headersTimeout = limits.receiveTimeoutMs;
  server.requestTimeout = limits.receiveTimeoutMs;
  server.maxConnections = limits.maxConnections;
  // Node would drop header lines beyond the 2,000th without a word, and with them the one that a proxy put at the end to say
  // whom it speaks for. Their size, 16 KiB together, is limited anyway.
  server.maxHeadersCount = 0;
  // Node takes these as options of createServer alone, which Nest calls, and reads them from here: the first when it begins to listen,
  // the second at each request. A request without a Host header is refused by our own checks, in JSON.
  Object.assign(server, { connectionsCheckingInterval: limits.checkIntervalMs, requireHostHeader: false });
  server.on('clientError', (error: Error, socket: Socket) => answerUnreadable(error, socket));
}

function answerUnreadable(error: Error, socket: Socket): void {
  const status = statusOf(systemErrorCode(error));
  if (!socket.writable || status === undefined || isAnswering(socket)) {
    socket.destroy();
    return;
  }
  const body = JSON.stringify({ error: `The request cannot be read: ${STATUS_CODES[status]}.` });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroySoon());
}

/** Whether an answer has begun on this socket: more bytes would only corrupt it. Node's own handler asks the same way. */
function isAnswering(socket: Socket & { _httpMessage?: { headersSent: boolean } | null }): boolean {
  return socket._httpMessage?.headersSent === true;
}

function statusOf(code: string | undefined): number | undefined {
  switch (code) {
    case 'ECONNRESET':
    case 'EPIPE':
      return undefined;
    case 'HPE_HEADER_OVERFLOW':
      return 431;
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return 413;
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return 408;
    default:
      return 400;
  }
}
