import type { IncomingMessage } from 'node:http';
import { MAX_LOGOUT_BYTES } from '../limits.js';

/**
 * The session that a logout names in its body: `{"session_id": "..."}`, or the bare id, as a page sends it on its way out (sendBeacon). Undefined
 * where the body names none. `parsed` is what the JSON parser made of it, if it was JSON.
 */
export async function sessionOfLogout(request: IncomingMessage, parsed: unknown): Promise<string | undefined> {
  if (isObject(parsed)) return textOf(parsed.session_id);
  const text = (await readText(request)).trim();
  if (!text.startsWith('{')) return text === '' ? undefined : text;
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? textOf(value.session_id) : undefined;
  } catch {
    return undefined;
  }
}

/** What is left to read of a body, up to MAX_LOGOUT_BYTES; nothing where there is more. */
async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_LOGOUT_BYTES) return '';
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
