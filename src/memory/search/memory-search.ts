import type { Database } from '../../storage/database/database.js';
import { MAX_RANKED_TEXTS, MAX_SEARCHED_WORDS } from '../../storage/full-text/limits.js';
import { rarestWords, type CountedWord } from '../../storage/full-text/rarest-words.js';
import { phraseOf, queryWords, type QueryWord } from '../../storage/full-text/search-text.js';
import type { FoundFact } from '../fact.js';
import { COMMON_WORD_MIN_FACTS, COMMON_WORD_SHARE, MAX_INJECTED_FACTS, MIN_INJECTED_RANK_SHARE } from '../limits.js';
import { FACT_COLUMNS } from '../memory-store.js';

/** BM25 over at most MAX_RANKED_TEXTS matching facts, the newest, so that its time does not grow with how common a word is. */
const RANKED = `
  SELECT ${FACT_COLUMNS}, hit_rank AS rank FROM (
    SELECT rowid AS hit, bm25(memory_words) AS hit_rank FROM memory_words WHERE memory_words MATCH ? ORDER BY rowid DESC LIMIT ${MAX_RANKED_TEXTS}
  ) JOIN memories ON memories.rowid = hit ORDER BY hit_rank, hit DESC LIMIT ?`;

const HOLDING = `
  SELECT ${FACT_COLUMNS} FROM (SELECT rowid AS hit FROM memory_parts WHERE memory_parts MATCH ? ORDER BY rowid DESC LIMIT ?)
  JOIN memories ON memories.rowid = hit ORDER BY hit DESC`;

const BEGINNING = `
  SELECT ${FACT_COLUMNS} FROM (SELECT rowid AS hit FROM memory_words WHERE memory_words MATCH ? ORDER BY rowid DESC LIMIT ?)
  JOIN memories ON memories.rowid = hit ORDER BY hit DESC`;

const FREQUENCY = `SELECT count(*) AS count FROM (SELECT 1 FROM memory_words WHERE memory_words MATCH ? LIMIT ${MAX_RANKED_TEXTS + 1})`;
/** About how many facts there are: numbers are given in order, and counting would take longer than searching. */
const TOTAL = 'SELECT ifnull(max(rowid), 0) AS count FROM memories';

/** Characters in a row that the index of parts knows. */
const PART_LENGTH = 3;

/** The rank of facts that hold a word within another: behind all that hold it as a word. */
const PART_RANK = -1e-9;

/** Finds facts. Any text is a legal query; what holds no word finds nothing. All work is done beside the event loop. */
export class MemorySearch {
  constructor(private readonly database: Database) {}

  /** The facts that hold any of the query's words, best first; then those that hold them within other words, newest first. */
  async search(query: string, limit: number): Promise<FoundFact[]> {
    const words = queryWords(query);
    if (words.length === 0) return [];
    const telling = words.filter((word) => !word.isCommon);
    const searched = telling.length > 0 ? telling : words;
    const { counted } = await this.count(searched);
    const found = await this.ranked(rarestWords(counted), limit);
    if (found.length >= limit) return found;
    // Beginnings of a word or two letters would find anything: only where there is nothing better.
    if (found.length > 0 && searched.every(isShort)) return found;
    const known = new Set(found.map(({ rowid }) => rowid));
    const holding = await this.holding(searched, limit + found.length);
    return [...found, ...holding.filter(({ rowid }) => !known.has(rowid))].slice(0, limit);
  }

  /** The facts that bear on a message: those that share a telling word with it and match nearly as well as the best. */
  async relevant(message: string): Promise<FoundFact[]> {
    const telling = queryWords(message).filter((word) => !word.isCommon);
    if (telling.length === 0) return [];
    const { counted, total } = await this.count(telling);
    const maximum = total < COMMON_WORD_MIN_FACTS ? total : total * COMMON_WORD_SHARE;
    const found = await this.ranked(rarestWords(counted.filter(({ count }) => count <= maximum)), MAX_INJECTED_FACTS);
    const best = found[0]?.rank ?? 0;
    return found.filter(({ rank }) => rank <= best * MIN_INJECTED_RANK_SHARE);
  }

  /** The facts that hold every telling word of what is to be forgotten; [] where it has none. */
  async about(term: string, limit: number): Promise<FoundFact[]> {
    const telling = queryWords(term).filter((word) => !word.isCommon);
    if (telling.length === 0) return [];
    return this.database.read<FoundFact>(RANKED, [telling.map(({ phrase }) => phrase).join(' AND '), limit]);
  }

  private async count(words: readonly QueryWord[]): Promise<{ counted: CountedWord[]; total: number }> {
    const sql = [TOTAL, ...words.map(() => FREQUENCY)].join(' UNION ALL ');
    const [total, ...counts] = await this.database.read<{ count: number }>(sql, words.map(({ phrase }) => phrase));
    return { counted: words.map((word, index) => ({ ...word, count: counts[index]?.count ?? 0 })), total: total?.count ?? 0 };
  }

  private async ranked(words: readonly QueryWord[], limit: number): Promise<FoundFact[]> {
    if (words.length === 0) return [];
    return this.database.read<FoundFact>(RANKED, [words.map(({ phrase }) => phrase).join(' OR '), limit]);
  }

  /** Facts that hold all the words as parts of others; where there are none, any of them. Of words that are too short for that, beginnings. */
  private async holding(words: readonly QueryWord[], limit: number): Promise<FoundFact[]> {
    const phrases = words.filter((word) => !isShort(word)).map(({ text }) => phraseOf(text)).slice(0, MAX_SEARCHED_WORDS);
    if (phrases.length === 0) return this.beginning(words, limit);
    const all = await this.database.read<FoundFact>(HOLDING, [phrases.join(' AND '), limit]);
    const found = all.length > 0 || phrases.length === 1 ? all : await this.database.read<FoundFact>(HOLDING, [phrases.join(' OR '), limit]);
    return found.map((fact) => ({ ...fact, rank: PART_RANK }));
  }

  private async beginning(words: readonly QueryWord[], limit: number): Promise<FoundFact[]> {
    const phrases = words.slice(0, MAX_SEARCHED_WORDS).map(({ phrase }) => `${phrase} *`);
    const found = await this.database.read<FoundFact>(BEGINNING, [phrases.join(' OR '), limit]);
    return found.map((fact) => ({ ...fact, rank: PART_RANK }));
  }
}

function isShort({ text }: QueryWord): boolean {
  return [...text].length < PART_LENGTH;
}
