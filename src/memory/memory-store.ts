import type { Database, SqlValue } from '../storage/database/database.js';
import { foldedText, indexedText } from '../storage/full-text/search-text.js';
import type { Fact, FactChange, FactChangeKind, FactOrigin } from './fact.js';
import { factKey } from './fact-key.js';

/** The columns of a fact, as Fact names them. */
export const FACT_COLUMNS =
  'memories.rowid AS rowid, fact, topic, source, session_id AS sessionId, created_at AS createdAt, updated_at AS updatedAt';

/** One row of memory_changes: how the fact stood before the change. */
interface ChangeRow {
  change: FactChangeKind;
  factBefore: string;
  topicBefore: string;
  source: string;
  sessionId: string | null;
  at: string;
}

/** What is written with a change. */
interface ChangeNote {
  readonly change: FactChangeKind;
  readonly origin: FactOrigin;
  readonly at: string;
  readonly batch?: string;
}

/** The rows of memory and their indexes. Each method that writes is to be called within a transaction: it keeps the two in step. */
export class MemoryStore {
  constructor(private readonly database: Database) {}

  /** A fact that is known; undefined where there is none or it is forgotten. */
  find(rowid: number): Fact | undefined {
    return this.one(`SELECT ${FACT_COLUMNS} FROM memories WHERE rowid = ? AND forgotten_at IS NULL`, rowid);
  }

  /** A fact that can be brought back. */
  findForgotten(rowid: number): Fact | undefined {
    return this.one(`SELECT ${FACT_COLUMNS} FROM memories WHERE rowid = ? AND forgotten_at IS NOT NULL`, rowid);
  }

  /** The known fact that says the same as `text`. */
  findSame(text: string): Fact | undefined {
    return this.one(`SELECT ${FACT_COLUMNS} FROM memories WHERE fact_key = ? AND forgotten_at IS NULL`, factKey(text));
  }

  insert(fact: Omit<Fact, 'rowid'>): Fact {
    const { lastInsertRowid: rowid } = this.database
      .prepare('INSERT INTO memories (fact, fact_key, topic, source, session_id, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?)')
      .run(fact.fact, factKey(fact.fact), fact.topic, fact.source, fact.sessionId, fact.createdAt, fact.updatedAt);
    this.index(rowid, fact.fact);
    return { ...fact, rowid };
  }

  /** Says of a known fact that it was said again. */
  touch(fact: Fact, note: ChangeNote): Fact {
    this.note(fact, note);
    this.database.prepare('UPDATE memories SET updated_at = ? WHERE rowid = ?').run(note.at, fact.rowid);
    return { ...fact, updatedAt: note.at };
  }

  /** Gives a known fact other words. No other known fact may say the same. */
  rewrite(fact: Fact, text: string, note: ChangeNote): Fact {
    this.note(fact, note);
    this.database.prepare('UPDATE memories SET fact = ?, fact_key = ?, updated_at = ? WHERE rowid = ?').run(text, factKey(text), note.at, fact.rowid);
    this.unindex(fact.rowid);
    this.index(fact.rowid, text);
    return { ...fact, fact: text, updatedAt: note.at };
  }

  forget(fact: Fact, note: ChangeNote): void {
    this.note(fact, note);
    this.database.prepare('UPDATE memories SET forgotten_at = ? WHERE rowid = ?').run(note.at, fact.rowid);
    this.unindex(fact.rowid);
  }

  /** Makes a forgotten fact known again. No known fact may say the same. */
  restore(fact: Fact, note: ChangeNote): Fact {
    this.note(fact, note);
    this.database.prepare('UPDATE memories SET forgotten_at = NULL, updated_at = ? WHERE rowid = ?').run(note.at, fact.rowid);
    this.index(fact.rowid, fact.fact);
    return { ...fact, updatedAt: note.at };
  }

  /** What was done last to a fact, but for its being said again; undefined where nothing was. */
  lastChange(rowid: number): { change: FactChangeKind; factBefore: string } | undefined {
    return this.database
      .prepare<{ change: FactChangeKind; factBefore: string }>(
        "SELECT change, fact_before AS factBefore FROM memory_changes WHERE memory = ? AND change <> 'merged' ORDER BY id DESC LIMIT 1",
      )
      .get(rowid);
  }

  /** The facts that were forgotten together, last of all those that are still forgotten. */
  lastForgotten(): Fact[] {
    return this.database
      .prepare<Fact>(
        `SELECT ${FACT_COLUMNS} FROM memories WHERE forgotten_at IS NOT NULL AND rowid IN (
           SELECT memory FROM memory_changes WHERE batch = (
             SELECT batch FROM memory_changes JOIN memories AS gone ON gone.rowid = memory_changes.memory
             WHERE gone.forgotten_at IS NOT NULL AND batch IS NOT NULL ORDER BY memory_changes.id DESC LIMIT 1
           )
         ) ORDER BY rowid`,
      )
      .all();
  }

  /** What happened to a fact, oldest first; [] where it never was. */
  history(rowid: number): FactChange[] {
    const fact = this.find(rowid) ?? this.findForgotten(rowid);
    if (fact === undefined) return [];
    const rows = this.database
      .prepare<ChangeRow>(
        'SELECT change, fact_before AS factBefore, topic_before AS topicBefore, source, session_id AS sessionId, at FROM memory_changes WHERE memory = ? ORDER BY id',
      )
      .all(rowid);
    const added = { change: 'added', source: fact.source, sessionId: fact.sessionId, at: fact.createdAt } as const;
    return [added, ...rows].map(({ change, source, sessionId, at }, index) => {
      const next = rows[index];
      return { change, fact: next?.factBefore ?? fact.fact, topic: next?.topicBefore ?? fact.topic, source, sessionId, at };
    });
  }

  /** Removes for good what was forgotten before an instant. */
  purge(before: string): void {
    this.database.prepare('DELETE FROM memories WHERE forgotten_at < ?').run(before);
  }

  private note(fact: Fact, { change, origin, at, batch }: ChangeNote): void {
    this.database
      .prepare('INSERT INTO memory_changes (memory, change, fact_before, topic_before, source, session_id, at, batch) VALUES (?, ?, ?, ?, ?, ?, ?, ?)')
      .run(fact.rowid, change, fact.fact, fact.topic, origin.source, origin.sessionId ?? null, at, batch ?? null);
  }

  private index(rowid: number, text: string): void {
    this.database.prepare('INSERT INTO memory_words (rowid, text) VALUES (?, ?)').run(rowid, indexedText(text));
    this.database.prepare('INSERT INTO memory_parts (rowid, text) VALUES (?, ?)').run(rowid, foldedText(text));
  }

  private unindex(rowid: number): void {
    this.database.prepare('DELETE FROM memory_words WHERE rowid = ?').run(rowid);
    this.database.prepare('DELETE FROM memory_parts WHERE rowid = ?').run(rowid);
  }

  private one(sql: string, value: SqlValue): Fact | undefined {
    return this.database.prepare<Fact>(sql).get(value);
  }
}
