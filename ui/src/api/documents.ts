import { countOf, isFields, textOf, type Fields } from './fields.js';
import { remove, request } from './request.js';

/** A document that Jarvis keeps. */
export interface StoredDocument {
  id: string;
  title: string;
  /** `upload`, or the program that handed it in. */
  source: string;
  sizeBytes: number;
  /** ISO 8601. */
  createdAt: string;
}

/** A piece of a document that a search found. */
export interface Passage {
  id: number;
  text: string;
  /** Where it stands, for people, e.g. "manual.pdf, page 3". */
  place: string;
}

/** A page of documents, newest first. */
export interface DocumentPage {
  documents: StoredDocument[];
  /** Absent on the last page. */
  nextCursor?: string;
}

/** How far the documents can be found by their meaning. */
export interface IndexStatus {
  passages: number;
  embedded: number;
  /** `idle`, `indexing`, or `waiting` after a failure. */
  state: string;
  error: string;
}

const fieldsOf = (body: unknown): Fields => (isFields(body) ? body : {});
const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isFields) : []);

export async function fetchDocuments(query: { limit: number; search: string; cursor?: string | undefined }, signal: AbortSignal): Promise<DocumentPage> {
  const parameters = new URLSearchParams({ limit: String(query.limit) });
  if (query.search !== '') parameters.set('search', query.search);
  if (query.cursor !== undefined) parameters.set('cursor', query.cursor);
  const body = fieldsOf(await request(`/api/documents?${parameters}`, { signal }));
  const documents = listOf(body.documents).map((entry) => ({
    id: textOf(entry.id),
    title: textOf(entry.title) || 'Untitled document',
    source: textOf(entry.source),
    sizeBytes: countOf(entry.size_bytes),
    createdAt: textOf(entry.created_at),
  }));
  return { documents, ...(typeof body.next_cursor === 'string' && { nextCursor: body.next_cursor }) };
}

/** Pieces of documents that a search finds by words and meaning, best first. */
export async function searchPassages(search: string, limit: number, signal: AbortSignal): Promise<Passage[]> {
  const body = fieldsOf(await request(`/api/documents/search?${new URLSearchParams({ q: search, limit: String(limit) })}`, { signal }));
  return listOf(body.results).map((entry) => ({ id: countOf(entry.passage), text: textOf(entry.text), place: textOf(entry.source) || textOf(entry.title) }));
}

export async function fetchIndexStatus(signal: AbortSignal): Promise<IndexStatus> {
  const body = fieldsOf(await request('/api/documents/status', { signal }));
  return { passages: countOf(body.passages), embedded: countOf(body.embedded) + countOf(body.refused), state: textOf(body.state), error: textOf(body.error) };
}

/** Deletes a document for good, also where the page is closed meanwhile. */
export const deleteDocument = (id: string): Promise<void> => remove(`/api/documents/${encodeURIComponent(id)}`);
