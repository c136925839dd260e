import { readErrorBody } from './contract.js';
import { identity, refusalOf, type Refusal } from './identity.js';
import { problemOfResponse, problemOfUnreachable, RequestFailedError } from './problem.js';

export const JSON_BODY = { 'content-type': 'application/json' };
export const EVENT_STREAM = 'text/event-stream';

/** Reads a body as JSON; undefined where it is something else, e.g. a proxy's page. */
async function jsonOf(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return undefined;
  }
}

/** A request to this page's own server. */
interface PageRequest extends RequestInit {
  headers?: Record<string, string>;
}

/** Sends one request. Throws RequestFailedError where nothing answers, and the AbortError of `signal` as it is. */
async function reach(path: string, init: PageRequest): Promise<Response> {
  try {
    const attempt = () => fetch(path, { ...init, headers: { ...init.headers, ...identity.headers } });
    // What is only read is read in the background too, and says in its place what a guest is not shown.
    return await identity.admitted(attempt, refusalOfResponse, { mayAsk: init.method !== undefined });
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new RequestFailedError(problemOfUnreachable(), 0);
  }
}

async function refusalOfResponse(response: Response): Promise<Refusal> {
  if (response.status !== 401 && response.status !== 403) return undefined;
  return refusalOf(response.status, readErrorBody(await jsonOf(response.clone()))?.error ?? '');
}

function failureOf(response: Response, body: unknown): RequestFailedError {
  return new RequestFailedError(problemOfResponse(response.status, body, response.headers.get('retry-after')), response.status);
}

/** Resolves to the parsed body. Throws RequestFailedError for whatever a person should be told. */
export async function request(path: string, init: PageRequest = {}): Promise<unknown> {
  const response = await reach(path, init);
  const body = await jsonOf(response);
  init.signal?.throwIfAborted();
  if (!response.ok || body === undefined) throw failureOf(response, body);
  return body;
}

/** Resolves to the body of a stream of events, as soon as it begins. Throws as `request`. */
export async function requestStream(path: string, init: PageRequest): Promise<ReadableStream<Uint8Array>> {
  const response = await reach(path, init);
  const isStream = response.headers.get('content-type')?.startsWith(EVENT_STREAM) === true;
  if (!response.ok || !isStream || response.body === null) {
    throw failureOf(response, response.ok ? undefined : await jsonOf(response));
  }
  return response.body;
}

/** Sends a JSON body. Throws as `request`. */
export const send = (method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body: unknown): Promise<unknown> =>
  request(path, { method, headers: JSON_BODY, body: JSON.stringify(body) });

/** Deletes, also where the page is closed meanwhile. Throws as `request`. */
export async function remove(path: string): Promise<void> {
  await request(path, { method: 'DELETE', keepalive: true });
}
