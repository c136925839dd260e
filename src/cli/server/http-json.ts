import { request } from 'node:http';

/** An answer of the server: JSON as every answer of it, or the raw text of whatever else answered. */
export interface JsonAnswer {
  status: number;
  body: unknown;
}

/**
 * One request with and for JSON. Unlike fetch it waits as long as it must for the first byte: a turn with slow tools takes
 * longer than fetch's five minutes. Throws the system error where nothing answers, or the signal's reason.
 */
export function requestJson(
  url: string,
  options: { method?: string; body?: unknown; token?: string | undefined; signal?: AbortSignal } = {},
): Promise<JsonAnswer> {
  const payload = options.body === undefined ? undefined : JSON.stringify(options.body);
  return new Promise((resolve, reject) => {
    const outgoing = request(
      url,
      {
        method: options.method ?? 'GET',
        ...(options.signal === undefined ? {} : { signal: options.signal }),
        headers: {
          accept: 'application/json',
          ...(payload === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
          ...(options.token === undefined ? {} : { authorization: `Bearer ${options.token}` }),
        },
      },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, body: parse(Buffer.concat(chunks).toString('utf8')) }));
      },
    );
    outgoing.on('error', (error) => reject(options.signal?.aborted ? (options.signal.reason as Error) : error));
    outgoing.end(payload);
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
