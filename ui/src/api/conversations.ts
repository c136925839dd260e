import { isFields, textOf } from './fields.js';
import { readTranscript, type SessionPage, type Transcript } from './sessions.js';

/** Reads `GET /api/conversations`, what a guest sees of sessions: all of them, searched here. */
export function readConversations(body: unknown, search: string): SessionPage {
  const rows = Array.isArray(body) ? body.filter(isFields) : [];
  const sessions = rows.map(({ id, title, updated_at: lastTs }) => ({ sessionId: textOf(id), title: textOf(title) || 'Untitled session', lastTs: textOf(lastTs) }));
  return { sessions: sessions.filter(({ sessionId, title }) => sessionId !== '' && title.toLowerCase().includes(search.toLowerCase())) };
}

/** Reads `GET /api/conversations/:id` as a session: questions and answers as text, without tool calls. */
export function readConversation(body: unknown): Transcript {
  const { conversation, messages } = isFields(body) ? body : {};
  const { id, title } = isFields(conversation) ? conversation : {};
  const list = Array.isArray(messages) ? messages.filter(isFields).map((message) => ({ ...message, at: message.created_at })) : [];
  return { ...readTranscript({ sessionId: id, title, messages: list }), source: body };
}
