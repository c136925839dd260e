import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { MAX_PAGE_BYTES } from '../limits.js';
import { PageUnavailableError } from '../search.errors.js';
import { refusal } from './checked-lookup.js';
import { hostOf } from './page-url.js';

/** One request for a page. */
export interface PageRequest {
  lookup: LookupFunction;
  mayConnect: (address: string) => boolean;
  userAgent: string;
  signal: AbortSignal;
}

/** One GET over a connection of its own, to an address that was checked. Rejects with AddressRefusedError, the signal's reason or a system error. */
export function requestPage(url: URL, { lookup, mayConnect, userAgent, signal }: PageRequest): Promise<http.IncomingMessage> {
  const host = hostOf(url);
  // Node looks up only names.
  if (isIP(host) !== 0 && !mayConnect(host)) return Promise.reject(refusal(host));
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? https : http).get(
      url,
      {
        agent: false,
        lookup,
        signal,
        headers: {
          accept: 'text/html, application/xhtml+xml, text/*;q=0.9, application/json;q=0.9, */*;q=0.1',
          'accept-encoding': 'gzip, deflate, br',
          'accept-language': 'en, *;q=0.5',
          'user-agent': userAgent,
        },
      },
      resolve,
    );
    request.on('error', (error) => reject(signal.aborted ? (signal.reason as Error) : error));
  });
}

/** The body, unpacked, up to MAX_PAGE_BYTES; what is beyond is not read. */
export async function readBody(response: http.IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of unpacked(response) as AsyncIterable<Buffer>) {
    parts.push(part);
    bytes += part.length;
    if (bytes >= MAX_PAGE_BYTES) break;
  }
  response.destroy();
  return Buffer.concat(parts).subarray(0, MAX_PAGE_BYTES);
}

function unpacked(response: http.IncomingMessage): Readable {
  const encoding = (response.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (encoding === 'identity' || encoding === '') return response;
  const unpacker = unpackerFor(encoding);
  if (unpacker === undefined) throw new PageUnavailableError(`The page is packed in a way that is not known here (${JSON.stringify(encoding.slice(0, 40))}).`);
  // The reader sees errors of either on the unpacker.
  return pipeline(response, unpacker, () => undefined);
}

function unpackerFor(encoding: string) {
  if (encoding === 'gzip' || encoding === 'x-gzip') return createGunzip();
  if (encoding === 'deflate') return createInflate();
  return encoding === 'br' ? createBrotliDecompress() : undefined;
}
