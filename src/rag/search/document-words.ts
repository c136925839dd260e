import type { Database } from '../../storage/database/database.js';
import { MAX_RANKED_TEXTS } from '../../storage/full-text/limits.js';
import { rarestWords } from '../../storage/full-text/rarest-words.js';
import { queryWords } from '../../storage/full-text/search-text.js';

/** BM25 over at most MAX_RANKED_TEXTS matching passages, the newest, so that its time does not grow with how common a word is. */
const RANKED = `
  SELECT id FROM (
    SELECT rowid AS id, bm25(document_words) AS rank FROM document_words WHERE document_words MATCH ? ORDER BY rowid DESC LIMIT ${MAX_RANKED_TEXTS}
  ) ORDER BY rank, id DESC LIMIT ?`;

const FREQUENCY = `SELECT count(*) AS count FROM (SELECT 1 FROM document_words WHERE document_words MATCH ? LIMIT ${MAX_RANKED_TEXTS + 1})`;

/** Finds passages by their words. Any text is a legal query; what holds no word finds nothing. All work is done beside the event loop. */
export class DocumentWords {
  constructor(private readonly database: Database) {}

  /** Numbers of the passages that hold any of the query's words, best first. */
  async search(query: string, limit: number): Promise<number[]> {
    const words = queryWords(query);
    const telling = words.filter((word) => !word.isCommon);
    const searched = telling.length > 0 ? telling : words;
    if (searched.length === 0) return [];
    const counts = await this.database.read<{ count: number }>(searched.map(() => FREQUENCY).join(' UNION ALL '), searched.map(({ phrase }) => phrase));
    const rarest = rarestWords(searched.map((word, index) => ({ ...word, count: counts[index]?.count ?? 0 })));
    if (rarest.length === 0) return [];
    const found = await this.database.read<{ id: number }>(RANKED, [rarest.map(({ phrase }) => phrase).join(' OR '), limit]);
    return found.map(({ id }) => id);
  }
}
