import { readApprovals, readChatAnswer, readHealth, type Approval, type ChatAnswer, type Decision, type Health } from './contract.js';
import { problemOfResponse, problemOfUnreachable, RequestFailedError } from './problem.js';

const JSON_BODY = { 'content-type': 'application/json' };

/** Reads a body as JSON; undefined where it is something else, e.g. a proxy's page. */
async function jsonOf(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return undefined;
  }
}

/**
 * One request to this page's own server. Resolves to the parsed body.
 * Throws RequestFailedError for whatever a person should be told, and the AbortError of `signal` as it is.
 */
async function request(path: string, init: RequestInit = {}): Promise<unknown> {
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new RequestFailedError(problemOfUnreachable(), 0);
  }
  const body = await jsonOf(response);
  init.signal?.throwIfAborted();
  if (!response.ok || body === undefined) {
    throw new RequestFailedError(problemOfResponse(response.status, body, response.headers.get('retry-after')), response.status);
  }
  return body;
}

const post = (path: string, body: unknown, signal?: AbortSignal): Promise<unknown> =>
  request(path, { method: 'POST', headers: JSON_BODY, body: JSON.stringify(body), ...(signal && { signal }) });

/** Sends one message and waits for the whole turn. `sessionId: null` begins a session. */
export async function sendMessage(sessionId: string | null, message: string, signal: AbortSignal): Promise<ChatAnswer> {
  const body = await post('/api/chat', { sessionId, message }, signal);
  const answer = readChatAnswer(body);
  if (answer === undefined) throw new RequestFailedError(problemOfResponse(200, undefined), 200);
  return answer;
}

/** Asks the server to end the running turn of a session. The turn's own answer then arrives as ever. */
export async function abortSession(sessionId: string): Promise<void> {
  await post(`/api/sessions/${encodeURIComponent(sessionId)}/abort`, {});
}

export async function fetchHealth(signal: AbortSignal): Promise<Health> {
  return readHealth(await request('/api/health', { signal }));
}

export async function fetchApprovals(signal: AbortSignal): Promise<Approval[]> {
  return readApprovals(await request('/api/approvals', { signal }));
}

export async function decideApproval(id: string, decision: Decision): Promise<void> {
  await post(`/api/approvals/${encodeURIComponent(id)}`, { decision });
}
