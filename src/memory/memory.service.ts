import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Clock } from '../common/clock.js';
import { ConflictError, InvalidInputError, NotFoundError } from '../common/domain-error.js';
import { newId } from '../common/ids.js';
import { toWellFormedText } from '../common/text.js';
import { BodyTooLargeError } from '../security/errors.js';
import { Database } from '../storage/database/database.js';
import type { Fact, FactChange, FactOrigin, FoundFact, NewFact, RememberedFact } from './fact.js';
import { FACTS_PER_SLICE, FORGOTTEN_KEPT_MS, MAX_FACT_CHARACTERS, MAX_LISTED_FACTS } from './limits.js';
import { FACT_COLUMNS, MemoryStore } from './memory-store.js';
import { MemorySearch } from './search/memory-search.js';
import { topicOf } from './topic.js';

/**
 * What is remembered: facts, each a short text with its topic, date, source and session. The same fact is kept once; a correction keeps what
 * was there before; what is forgotten can be brought back for 30 days. All throw StorageError where the database cannot be used.
 */
@Injectable()
export class MemoryService {
  private readonly store: MemoryStore;
  private readonly searching: MemorySearch;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    this.store = new MemoryStore(database);
    this.searching = new MemorySearch(database);
  }

  /** Remembers a fact, or finds that it is known. Throws InvalidInputError where it is blank, BodyTooLargeError where it is too long. */
  add(fact: NewFact, origin: FactOrigin): RememberedFact {
    const text = validFact(fact.fact);
    return this.database.transaction(() => this.addNow(text, fact, origin));
  }

  /**
   * Remembers many facts in slices, so that other work goes on; checks all of them first. What is stored when it fails stays, and is merged
   * where the same facts come again.
   */
  async addAll(facts: readonly (NewFact & { source: string })[]): Promise<RememberedFact[]> {
    const texts = facts.map((fact, index) => validFact(fact.fact, `memories[${index}].fact`));
    const remembered: RememberedFact[] = [];
    for (let begin = 0; begin < facts.length; begin += FACTS_PER_SLICE) {
      const slice = facts.slice(begin, begin + FACTS_PER_SLICE);
      this.database.transaction(() => {
        slice.forEach((fact, index) => remembered.push(this.addNow(texts[begin + index] as string, fact, { source: fact.source })));
      });
      await nextTurn();
    }
    return remembered;
  }

  /** The fact with this number. Throws NotFoundError. */
  get(rowid: number): Fact {
    return found(this.store.find(rowid));
  }

  /** The newest facts, at most MAX_LISTED_FACTS. */
  list({ topic, limit = MAX_LISTED_FACTS }: { topic?: string; limit?: number } = {}): Promise<Fact[]> {
    const filter = topic === undefined ? '' : 'AND topic = ?';
    const sql = `SELECT ${FACT_COLUMNS} FROM memories WHERE forgotten_at IS NULL ${filter} ORDER BY created_at DESC, rowid DESC LIMIT ?`;
    return this.database.read<Fact>(sql, topic === undefined ? [limit] : [topic, limit]);
  }

  /** Facts that hold words of the query or, behind them, hold them within other words. Any text is a query. */
  search(query: string, limit: number): Promise<FoundFact[]> {
    return this.searching.search(query, limit);
  }

  /** The facts that bear on a message, at most MAX_INJECTED_FACTS, best first. */
  relevant(message: string): Promise<FoundFact[]> {
    return this.searching.relevant(message);
  }

  /** The facts that a person means who wants `term` forgotten: the one that says just that, else all that hold its every telling word. */
  async about(term: string, limit: number): Promise<Fact[]> {
    const same = this.store.findSame(term);
    return same === undefined ? this.searching.about(term, limit) : [same];
  }

  /** How many facts there are, and how many of each topic, the largest first. */
  async stats(): Promise<{ total: number; byTopic: { topic: string; count: number }[] }> {
    const byTopic = await this.database.read<{ topic: string; count: number }>(
      'SELECT topic, count(*) AS count FROM memories WHERE forgotten_at IS NULL GROUP BY topic ORDER BY count DESC, topic',
    );
    return { total: byTopic.reduce((sum, { count }) => sum + count, 0), byTopic };
  }

  /**
   * Gives a fact other words; topic, date and number stay, and what it said before is kept. Another fact that says the same is forgotten: they
   * are one now. Throws NotFoundError, and as `add`.
   */
  correct(rowid: number, text: string, origin: FactOrigin): Fact {
    const corrected = validFact(text);
    return this.database.transaction(() => {
      const fact = found(this.store.find(rowid));
      if (fact.fact === corrected) return fact;
      const same = this.store.findSame(corrected);
      const at = this.now();
      if (same !== undefined && same.rowid !== rowid) this.store.forget(same, { change: 'forgotten', origin, at, batch: newId() });
      return this.store.rewrite(fact, corrected, { change: 'corrected', origin, at });
    });
  }

  /** Forgets facts, as one step that is undone as one. Returns those that were known. */
  forget(rowids: readonly number[], origin: FactOrigin): Fact[] {
    return this.database.transaction(() => {
      const at = this.now();
      const batch = newId();
      const facts = [...new Set(rowids)].flatMap((rowid) => this.store.find(rowid) ?? []);
      for (const fact of facts) this.store.forget(fact, { change: 'forgotten', origin, at, batch });
      this.store.purge(new Date(this.clock.now().getTime() - FORGOTTEN_KEPT_MS).toISOString());
      return facts;
    });
  }

  /**
   * Takes back what was done last to a fact: brings it back where it was forgotten, gives it its earlier words where it was corrected. Throws
   * NotFoundError where there is no such fact, ConflictError where there is nothing to take back.
   */
  undo(rowid: number, origin: FactOrigin): Fact {
    return this.database.transaction(() => {
      const forgotten = this.store.findForgotten(rowid);
      if (forgotten !== undefined) {
        const [restored] = this.restore([forgotten], origin);
        if (restored === undefined) throw new ConflictError('The same is known under another number.', { field: 'rowid' });
        return restored;
      }
      found(this.store.find(rowid));
      const last = this.store.lastChange(rowid);
      if (last?.change !== 'corrected') throw new ConflictError('Nothing was changed in this memory that could be undone.', { field: 'rowid' });
      return this.correct(rowid, last.factBefore, origin);
    });
  }

  /** Brings back what was forgotten last, all that went together; [] where there is nothing. */
  undoForgetting(origin: FactOrigin): Fact[] {
    return this.database.transaction(() => this.restore(this.store.lastForgotten(), origin));
  }

  /** What happened to a fact, oldest first, also to a forgotten one. Throws NotFoundError. */
  history(rowid: number): FactChange[] {
    const changes = this.store.history(rowid);
    if (changes.length === 0) throw notFound();
    return changes;
  }

  private addNow(text: string, { topic, createdAt }: NewFact, origin: FactOrigin): RememberedFact {
    const at = this.now();
    const known = this.store.findSame(text);
    if (known !== undefined) return { fact: this.store.touch(known, { change: 'merged', origin, at }), outcome: 'merged' };
    const { source, sessionId = null } = origin;
    const fact = { fact: text, topic: topic ?? topicOf(text), source, sessionId, createdAt: createdAt ?? at, updatedAt: createdAt ?? at };
    return { fact: this.store.insert(fact), outcome: 'added' };
  }

  /** Leaves out what is known again under another number. */
  private restore(facts: readonly Fact[], origin: FactOrigin): Fact[] {
    const at = this.now();
    const gone = facts.filter((fact) => this.store.findSame(fact.fact) === undefined);
    return gone.map((fact) => this.store.restore(fact, { change: 'restored', origin, at }));
  }

  private now(): string {
    return this.clock.now().toISOString();
  }
}

/** The text as it is stored. */
function validFact(text: string, field = 'fact'): string {
  const fact = toWellFormedText(text).trim();
  if (fact === '') throw new InvalidInputError(`${field} must not be blank.`, { field });
  if (fact.length > MAX_FACT_CHARACTERS) {
    throw new BodyTooLargeError(`${field} is too long: a memory has at most ${MAX_FACT_CHARACTERS} characters, this one has ${fact.length}.`, { field });
  }
  return fact;
}

function found(fact: Fact | undefined): Fact {
  if (fact === undefined) throw notFound();
  return fact;
}

function notFound(): NotFoundError {
  return new NotFoundError('There is no memory with this number.', { field: 'rowid' });
}
