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

/**
 * GETs a small document with Bearer authentication. Redirects are not followed, so that a key goes nowhere else. Rejects with
 * fetch's error, with AnswerTooLongError beyond MAX_MODEL_LIST_BYTES, or with the signal's reason.
 */
export async function getText(url: string, apiKey: string | undefined, signal: AbortSignal): Promise<TextAnswer> {
  const headers = { accept: 'application/json', ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }) };
  const response = await fetch(url, { headers, signal, redirect: 'manual' });
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
