import { readActiveRuns, readApprovals, readHealth, type ActiveRun, type Approval, type Decision, type Health } from './contract.js';
import { isFields } from './fields.js';
import { EVENT_STREAM, JSON_BODY, remove, request, requestStream, send } from './request.js';
import { readSources, type Source } from './sources.js';
import { readConversation, readConversations } from './conversations.js';
import { PIN_REFUSAL, RequestFailedError } from './problem.js';
import { readSessionPage, readTranscript, type SessionPage, type Transcript } from './sessions.js';

const pathOfSession = (sessionId: string): string => `/api/sessions/${encodeURIComponent(sessionId)}`;
const pathOfConversation = (sessionId: string): string => `/api/conversations/${encodeURIComponent(sessionId)}`;

/** A message to be sent. Sent again under the same key it runs nothing twice. */
export interface OutgoingMessage {
  /** null begins a session. */
  sessionId: string | null;
  text: string;
  key: string;
  options: TurnOptions;
}

/** What goes with one message beside its words. */
export interface TurnOptions {
  /** The text of a preset. */
  preset?: string;
  /** Another model for this turn. */
  model?: string;
  /** An uploaded file. */
  uploadId?: string;
}

function bodyOf({ preset, model, uploadId }: TurnOptions): Record<string, string> {
  return {
    ...(preset !== undefined && { system_prompt: preset }),
    ...(model !== undefined && { model }),
    ...(uploadId !== undefined && { upload_context_id: uploadId }),
  };
}

/** Sends a message; resolves to the stream of what its turn does. */
export function openTurn({ sessionId, text, key, options }: OutgoingMessage, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
  return requestStream('/api/chat', {
    method: 'POST',
    headers: { ...JSON_BODY, accept: EVENT_STREAM, 'idempotency-key': key },
    body: JSON.stringify({ sessionId, message: text, ...bodyOf(options) }),
    signal,
  });
}

/** The stream of a run's events after the one with the id `lastId`; 0 for all. Throws with status 404 where the run is gone. */
export function openRun(runId: string, lastId: number, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
  const path = `/api/runs/${encodeURIComponent(runId)}/events`;
  return requestStream(path, { headers: { accept: EVENT_STREAM, 'last-event-id': String(lastId) }, signal });
}

/** The runs that have not ended, of all sessions, oldest first; a guest's own for a guest. */
export async function fetchActiveRuns(signal?: AbortSignal): Promise<ActiveRun[]> {
  return readActiveRuns(await request('/api/runs', { signal: signal ?? null }));
}

/** Asks the server to end the running turn of a session. The turn's own end then arrives as ever. */
export async function abortSession(sessionId: string): Promise<void> {
  await send('POST', `${pathOfSession(sessionId)}/abort`, {});
}

export async function fetchHealth(signal: AbortSignal): Promise<Health> {
  return readHealth(await request('/api/health', { signal }));
}

export async function fetchApprovals(signal: AbortSignal): Promise<Approval[]> {
  return readApprovals(await request('/api/approvals', { signal }));
}

export async function decideApproval(id: string, decision: Decision): Promise<void> {
  await send('POST', `/api/approvals/${encodeURIComponent(id)}`, { decision });
}

/** A page of sessions, newest first; for a guest those that they began. */
export async function fetchSessions(query: { limit: number; search: string; cursor?: string }, signal: AbortSignal): Promise<SessionPage> {
  const parameters = new URLSearchParams({ limit: String(query.limit) });
  if (query.search !== '') parameters.set('search', query.search);
  if (query.cursor !== undefined) parameters.set('cursor', query.cursor);
  const page = request(`/api/sessions?${parameters}`, { signal }).then(readSessionPage);
  return unlessRefused(page, async () => readConversations(await request('/api/conversations', { signal }), query.search));
}

/** A whole session. Throws with status 404 where there is none. */
export async function fetchTranscript(sessionId: string): Promise<Transcript> {
  return unlessRefused(request(pathOfSession(sessionId)).then(readTranscript), async () => readConversation(await request(pathOfConversation(sessionId))));
}

/** What a guest may have instead where the owner's own is refused. */
async function unlessRefused<T>(wanted: Promise<T>, instead: () => Promise<T>): Promise<T> {
  try {
    return await wanted;
  } catch (error) {
    if (error instanceof RequestFailedError && error.problem.what.startsWith(PIN_REFUSAL)) return instead();
    throw error;
  }
}

/** The pages that the newest searched answer of a session rests on; also for guests, in whose own sessions they are. */
export async function fetchNewestSources(sessionId: string): Promise<Source[]> {
  const body = await request(pathOfConversation(sessionId));
  const messages = isFields(body) && Array.isArray(body.messages) ? body.messages.filter(isFields) : [];
  const sources = messages.findLast((message) => Array.isArray(message.sources))?.sources;
  return Array.isArray(sources) ? readSources(sources) : [];
}

export async function renameSession(sessionId: string, name: string): Promise<void> {
  await send('PATCH', pathOfSession(sessionId), { name });
}

/** Deletes a session for good, also where the page is closed meanwhile. */
export const deleteSession = (sessionId: string): Promise<void> => remove(pathOfSession(sessionId));
