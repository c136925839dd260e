import http from 'node:http';
import https from 'node:https';
import type { Readable } from 'node:stream';
import zlib from 'node:zlib';
import type { Clock } from '../../common/clock.js';
import { DRAIN_TIMEOUT_MS, IDLE_CONNECTION_MS } from '../limits.js';

/** What is sent. */
export interface TransportRequest {
  method: string;
  url: string;
  headers: Readonly<Record<string, string>>;
  body?: string;
}

/** An answer whose head has come. */
export interface Exchange {
  status: number;
  header(name: string): string | undefined;
  /** The body, decompressed. Breaks off with an error where the connection does, or where the signal aborts. */
  body: Readable;
  /** Lets go of the connection: an ended one is used again, one that does not end soon is closed. Idempotent. */
  release(): void;
}

const agents = {
  'http:': new http.Agent({ keepAlive: true, timeout: IDLE_CONNECTION_MS }),
  'https:': new https.Agent({ keepAlive: true, timeout: IDLE_CONNECTION_MS }),
};

/**
 * One HTTP request over node:http rather than the global fetch: fetch ends a request by itself when five minutes pass before
 * the first byte, which a model on a slow machine needs, and a time limit that is off must be off. Redirects are
 * not followed, so that a key never goes to an address that nobody chose. An abort closes the socket at once.
 * Rejects with the system's error, or with the signal's reason.
 */
export function openExchange(request: TransportRequest, signal: AbortSignal, clock: Clock): Promise<Exchange> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(signal.reason as Error);
      return;
    }
    const url = new URL(request.url);
    const protocol = url.protocol === 'https:' ? 'https:' : 'http:';
    const body = request.body === undefined ? undefined : Buffer.from(request.body, 'utf8');
    const headers = { ...request.headers, ...(body === undefined ? {} : { 'content-length': String(body.byteLength) }) };
    const client = (protocol === 'https:' ? https : http).request(url, { method: request.method, headers, agent: agents[protocol] });
    // An agent's time limit is meant for sockets that wait for a request; it must not end one that waits for a slow model.
    client.setTimeout(0);
    const onAbort = (): void => {
      reject(signal.reason as Error);
      // Without an error of its own: as a connection goes back to the agent, nobody listens for one.
      client.destroy();
    };
    signal.addEventListener('abort', onAbort, { once: true });
    client.once('close', () => signal.removeEventListener('abort', onAbort));
    client.on('error', reject);
    client.once('response', (response) => resolve(exchangeOf(client, response, clock)));
    client.end(body);
  });
}

function exchangeOf(client: http.ClientRequest, response: http.IncomingMessage, clock: Clock): Exchange {
  const body = decompressed(response);
  // Whoever reads the body hears of its errors; whoever has let go of it does not want to.
  body.on('error', () => undefined);
  return {
    status: response.statusCode ?? 0,
    header: (name) => {
      const value = response.headers[name.toLowerCase()];
      return Array.isArray(value) ? value[0] : value;
    },
    body,
    release: () => {
      if (response.readableEnded || client.destroyed) return;
      const ended = new AbortController();
      response.once('close', () => ended.abort('closed'));
      void clock.sleep(DRAIN_TIMEOUT_MS, ended.signal).then(
        () => client.destroy(),
        () => undefined,
      );
      response.unpipe();
      response.resume();
    },
  };
}

const DECODERS = { gzip: zlib.createGunzip, 'x-gzip': zlib.createGunzip, deflate: zlib.createInflate, br: zlib.createBrotliDecompress };

/** Some proxies compress although nobody asked them to. */
function decompressed(response: http.IncomingMessage): Readable {
  const encoding = response.headers['content-encoding']?.trim().toLowerCase() ?? '';
  if (!Object.hasOwn(DECODERS, encoding)) return response;
  const decoder = DECODERS[encoding as keyof typeof DECODERS]();
  response.once('error', (error) => decoder.destroy(error));
  return response.pipe(decoder);
}
