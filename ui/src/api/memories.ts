import { countOf, isFields, textOf } from './fields.js';
import { remove, request, send } from './request.js';

/** One remembered fact. Instants are ISO 8601. */
export interface Memory {
  id: number;
  fact: string;
  topic: string;
  /** Where it came from: `explicit`, `manual`, `tool`, or what another program named. */
  source: string;
  /** When it was last said, corrected or brought back. */
  at: string;
  /** The session in which it was said; null where it was in none. */
  sessionId: string | null;
}

/** One thing that happened to a fact. */
export interface MemoryChange {
  /** `added`, `corrected`, `merged`, `forgotten` or `restored`. */
  change: string;
  fact: string;
  source: string;
  at: string;
}

const PATH = '/api/memories';

const listOf = (body: unknown, name: string): unknown[] => (isFields(body) && Array.isArray(body[name]) ? body[name] : []);

/** Reads a list of facts, whatever it is called. */
export function readMemories(body: unknown, name: 'memories' | 'results'): Memory[] {
  return listOf(body, name).filter(isFields).map((entry) => ({
    id: countOf(entry.rowid),
    fact: textOf(entry.fact),
    topic: textOf(entry.topic),
    source: textOf(entry.source),
    at: textOf(entry.updated_at) || textOf(entry.created_at),
    sessionId: textOf(entry.session_id) || null,
  }));
}

/** Facts, newest first; those that a search finds, best first, where it is not empty. */
export async function fetchMemories(search: string, limit: number, signal: AbortSignal): Promise<Memory[]> {
  if (search === '') return readMemories(await request(`${PATH}?limit=${limit}`, { signal }), 'memories');
  return readMemories(await request(`${PATH}/search?${new URLSearchParams({ q: search, limit: String(limit) })}`, { signal }), 'results');
}

/** What happened to a fact, oldest first. */
export async function fetchMemoryHistory(id: number, signal: AbortSignal): Promise<MemoryChange[]> {
  const body = await request(`${PATH}/${id}/history`, { signal });
  return listOf(body, 'history').filter(isFields).map((entry) => ({
    change: textOf(entry.change),
    fact: textOf(entry.fact),
    source: textOf(entry.source),
    at: textOf(entry.at),
  }));
}

export async function correctMemory(id: number, fact: string): Promise<void> {
  await send('PUT', `${PATH}/${id}`, { fact });
}

/** Forgets a fact; for 30 days `undoMemory` brings it back. */
export const forgetMemory = (id: number): Promise<void> => remove(`${PATH}/${id}`);

/** Takes back the last change of a fact. */
export async function undoMemory(id: number): Promise<void> {
  await send('POST', `${PATH}/${id}/undo`, {});
}

/** Forgets many facts as one step. */
export async function forgetMemories(ids: readonly number[]): Promise<void> {
  await send('DELETE', `${PATH}/bulk`, { rowids: ids });
}

/** Brings back what was forgotten last, all that went together. */
export async function undoForgetting(): Promise<void> {
  await send('POST', `${PATH}/undo`, {});
}
