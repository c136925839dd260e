import { readCitations, readSources, type Citation, type Source } from './sources.js';
import { isFields, parseFields, textOf, type Fields } from './fields.js';

/** One row of the list of sessions. */
export interface SessionSummary {
  sessionId: string;
  title: string;
  /** The last change, ISO 8601. */
  lastTs: string;
}

/** A page of the list, newest first. */
export interface SessionPage {
  sessions: SessionSummary[];
  /** Absent on the last page. */
  nextCursor?: string;
}

/** A message as it is stored; what a tool was called with is parsed. */
export interface StoredMessage {
  role: string;
  content: string;
  toolCalls: { id: string; name: string; args: Fields }[];
  /** The call that a tool's result belongs to. */
  toolCallId: string;
  /** Milliseconds since the epoch; undefined where it is not known. */
  at: number | undefined;
  /** The server's own words that start another run of the same turn. */
  isResume: boolean;
  /** The pages that an answer rests on; undefined where it was not searched for. */
  sources: readonly Source[] | undefined;
  /** The passages of documents that an answer cites. */
  citations: readonly Citation[];
}

/** A whole session. `source` is what the server sent, for the export. */
export interface Transcript {
  sessionId: string;
  title: string;
  messages: StoredMessage[];
  source: unknown;
}

/** Reads a page of `GET /api/sessions`. A row without an id cannot be opened and is left out. */
export function readSessionPage(body: unknown): SessionPage {
  const fields = isFields(body) ? body : {};
  const rows = Array.isArray(fields.sessions) ? fields.sessions.filter(isFields) : [];
  return {
    sessions: rows
      .filter((row) => textOf(row.sessionId) !== '')
      .map((row) => ({ sessionId: textOf(row.sessionId), title: textOf(row.title) || 'Untitled session', lastTs: textOf(row.lastTs) })),
    ...(typeof fields.nextCursor === 'string' && { nextCursor: fields.nextCursor }),
  };
}

/** Reads `GET /api/sessions/:id`. */
export function readTranscript(body: unknown): Transcript {
  const fields = isFields(body) ? body : {};
  const messages = Array.isArray(fields.messages) ? fields.messages.filter(isFields).map(readMessage) : [];
  return { sessionId: textOf(fields.sessionId), title: textOf(fields.title), messages, source: body };
}

function readMessage(fields: Fields): StoredMessage {
  const at = Date.parse(textOf(fields.at));
  return {
    role: textOf(fields.role),
    content: textOf(fields.content),
    toolCalls: Array.isArray(fields.tool_calls) ? fields.tool_calls.filter(isFields).map(readCall) : [],
    toolCallId: textOf(fields.tool_call_id),
    at: Number.isNaN(at) ? undefined : at,
    isResume: fields.kind === 'resume',
    sources: Array.isArray(fields.sources) ? readSources(fields.sources) : undefined,
    citations: readCitations(fields.citations),
  };
}

/** Arguments that are no JSON object are shown as the text that the model wrote. */
function readCall(call: Fields): StoredMessage['toolCalls'][number] {
  const called = isFields(call.function) ? call.function : {};
  const text = textOf(called.arguments);
  return { id: textOf(call.id), name: textOf(called.name) || 'unnamed tool', args: parseFields(text) ?? (text.trim() === '' ? {} : { arguments: text }) };
}
