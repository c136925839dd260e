import type OpenAI from 'openai';
import type { ChatCompletionCreateParamsStreaming } from 'openai/resources/chat/completions';
import { packageVersion } from '../../common/package-root.js';
import type { TransportRequest } from './transport.js';

/** The longest time that a timer takes: the SDK's own time limit, in effect off. */
const NO_LIMIT_MS = 2_147_483_647;

/** Headers of the SDK that go out; what it tells of this machine, and what its environment variables add, does not. */
const SENT_HEADERS = ['accept', 'authorization', 'content-type'];

let sdk: Promise<{ default: typeof OpenAI }> | undefined;

/**
 * Hands one chat request to the official SDK, which builds address, headers and body, and has it carried by `carry` instead of the
 * global fetch. The answer is read by the caller: the SDK's reader stops at the first thing that is not by the book. The
 * SDK is loaded at the first call, since a server that only waits does not need it. Rejects with what `carry` throws.
 */
export async function sendBySdk<Answer>(
  target: { baseUrl: string; key?: string },
  body: ChatCompletionCreateParamsStreaming,
  carry: (request: TransportRequest) => Promise<Answer>,
): Promise<Answer> {
  sdk ??= import('openai');
  const { default: Client } = await sdk;
  let outcome: { answer: Answer } | { error: unknown } | undefined;
  const client = new Client({
    baseURL: target.baseUrl,
    // Without a key of its own the SDK would look for one in the environment; the header below is what counts.
    apiKey: 'unused',
    adminAPIKey: null,
    organization: null,
    project: null,
    defaultHeaders: { Authorization: target.key === undefined ? null : `Bearer ${target.key}` },
    maxRetries: 0,
    timeout: NO_LIMIT_MS,
    logLevel: 'off',
    fetch: async (url, init) => {
      try {
        outcome = { answer: await carry(toTransportRequest(url, init)) };
      } catch (error) {
        outcome = { error };
        throw error;
      }
      return new Response(null);
    },
  });
  try {
    await client.chat.completions.create(body).asResponse();
  } catch (error) {
    if (outcome === undefined) throw error;
  }
  if (outcome === undefined) throw new Error('The OpenAI SDK made no request.');
  if ('error' in outcome) throw outcome.error;
  return outcome.answer;
}

function toTransportRequest(url: string | URL | Request, init: RequestInit | undefined): TransportRequest {
  const all = new Headers(init?.headers);
  const headers: Record<string, string> = { 'user-agent': `jarvis/${packageVersion}` };
  for (const name of SENT_HEADERS) {
    const value = all.get(name);
    if (value !== null) headers[name] = value;
  }
  return {
    method: init?.method ?? 'POST',
    url: url instanceof Request ? url.url : String(url),
    headers,
    ...(typeof init?.body === 'string' ? { body: init.body } : {}),
  };
}
