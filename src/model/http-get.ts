import { MAX_MODEL_LIST_BYTES } from './limits.js';

/** An answer to a GET, whole. */
export interface TextAnswer {
  status: number;
  text: string;
}

/** An answer that is longer than anything that was asked for. */
export class AnswerTooLongError extends Error {
  override readonly name = 'AnswerTooLongError';
}

/** POSTs JSON and reads a small document, as `getText` does. */
export function postJson(url: string, body: unknown, apiKey: string | undefined, signal: AbortSignal): Promise<TextAnswer> {
  const init = { method: 'POST', body: JSON.stringify(body), headers: { ...headersFor(apiKey), 'content-type': 'application/json' } };
  return readText(url, init, signal);
}

/**
 * GETs a small document with Bearer authentication. Redirects are not followed, so that a key goes nowhere else. Rejects with
 * fetch's error, with AnswerTooLongError beyond MAX_MODEL_LIST_BYTES, or with the signal's reason.
 */
export function getText(url: string, apiKey: string | undefined, signal: AbortSignal): Promise<TextAnswer> {
  return readText(url, { headers: headersFor(apiKey) }, signal);
}

function headersFor(apiKey: string | undefined): Record<string, string> {
  return { accept: 'application/json', ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }) };
}

async function readText(url: string, init: RequestInit, signal: AbortSignal): Promise<TextAnswer> {
  const response = await fetch(url, { ...init, signal, redirect: 'manual' });
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MAX_MODEL_LIST_BYTES) throw new AnswerTooLongError(`The answer is longer than ${MAX_MODEL_LIST_BYTES} bytes.`);
    text += decoder.decode(chunk, { stream: true });
  }
  return { status: response.status, text: text + decoder.decode() };
}
