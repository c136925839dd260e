import { readActiveRuns, readApprovals, readHealth, type ActiveRun, type Approval, type Decision, type Health } from './contract.js';
import { problemOfResponse, problemOfUnreachable, RequestFailedError } from './problem.js';
import { readSessionPage, readTranscript, type SessionPage, type Transcript } from './sessions.js';

const JSON_BODY = { 'content-type': 'application/json' };
const EVENT_STREAM = 'text/event-stream';

const pathOfSession = (sessionId: string): string => `/api/sessions/${encodeURIComponent(sessionId)}`;

/** Reads a body as JSON; undefined where it is something else, e.g. a proxy's page. */
async function jsonOf(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return undefined;
  }
}

/** Sends one request to this page's own server. Throws RequestFailedError where nothing answers, and the AbortError of `signal` as it is. */
async function reach(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, init);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new RequestFailedError(problemOfUnreachable(), 0);
  }
}

function failureOf(response: Response, body: unknown): RequestFailedError {
  return new RequestFailedError(problemOfResponse(response.status, body, response.headers.get('retry-after')), response.status);
}

/** Resolves to the parsed body. Throws RequestFailedError for whatever a person should be told. */
async function request(path: string, init: RequestInit = {}): Promise<unknown> {
  const response = await reach(path, init);
  const body = await jsonOf(response);
  init.signal?.throwIfAborted();
  if (!response.ok || body === undefined) throw failureOf(response, body);
  return body;
}

/** Resolves to the body of a stream of events, as soon as it begins. Throws as `request`. */
async function requestStream(path: string, init: RequestInit): Promise<ReadableStream<Uint8Array>> {
  const response = await reach(path, init);
  const isStream = response.headers.get('content-type')?.startsWith(EVENT_STREAM) === true;
  if (!response.ok || !isStream || response.body === null) {
    throw failureOf(response, response.ok ? undefined : await jsonOf(response));
  }
  return response.body;
}

const post = (path: string, body: unknown): Promise<unknown> =>
  request(path, { method: 'POST', headers: JSON_BODY, body: JSON.stringify(body) });

/** A message to be sent. Sent again under the same key it runs nothing twice. */
export interface OutgoingMessage {
  /** null begins a session. */
  sessionId: string | null;
  text: string;
  key: string;
}

/** Sends a message; resolves to the stream of what its turn does. */
export function openTurn({ sessionId, text, key }: OutgoingMessage, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
  return requestStream('/api/chat', {
    method: 'POST',
    headers: { ...JSON_BODY, accept: EVENT_STREAM, 'idempotency-key': key },
    body: JSON.stringify({ sessionId, message: text }),
    signal,
  });
}

/** The stream of a run's events after the one with the id `lastId`; 0 for all. Throws with status 404 where the run is gone. */
export function openRun(runId: string, lastId: number, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
  const path = `/api/runs/${encodeURIComponent(runId)}/events`;
  return requestStream(path, { headers: { accept: EVENT_STREAM, 'last-event-id': String(lastId) }, signal });
}

/** The runs that have not ended, of all sessions, oldest first. */
export async function fetchActiveRuns(signal?: AbortSignal): Promise<ActiveRun[]> {
  return readActiveRuns(await request('/api/runs', { signal: signal ?? null }));
}

/** Asks the server to end the running turn of a session. The turn's own end then arrives as ever. */
export async function abortSession(sessionId: string): Promise<void> {
  await post(`${pathOfSession(sessionId)}/abort`, {});
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

/** A page of sessions, newest first. */
export async function fetchSessions(query: { limit: number; search: string; cursor?: string }, signal: AbortSignal): Promise<SessionPage> {
  const parameters = new URLSearchParams({ limit: String(query.limit) });
  if (query.search !== '') parameters.set('search', query.search);
  if (query.cursor !== undefined) parameters.set('cursor', query.cursor);
  return readSessionPage(await request(`/api/sessions?${parameters}`, { signal }));
}

/** A whole session. Throws with status 404 where there is none. */
export async function fetchTranscript(sessionId: string, signal?: AbortSignal): Promise<Transcript> {
  return readTranscript(await request(pathOfSession(sessionId), { signal: signal ?? null }));
}

export async function renameSession(sessionId: string, name: string): Promise<void> {
  await request(pathOfSession(sessionId), { method: 'PATCH', headers: JSON_BODY, body: JSON.stringify({ name }) });
}

/** Deletes a session for good, also where the page is closed meanwhile. */
export async function deleteSession(sessionId: string): Promise<void> {
  await request(pathOfSession(sessionId), { method: 'DELETE', keepalive: true });
}
