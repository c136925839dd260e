import type { Database } from '../../storage/database/database.js';

/** A passage that has no vector yet. */
export interface PendingPassage {
  readonly id: number;
  readonly text: string;
  readonly heading: string | null;
}

/** What is left to embed. */
export class PendingPassages {
  constructor(private readonly database: Database) {}

  /** The next passages behind a number, in their order, also of documents that are still being stored. */
  next(behind: number, limit: number): PendingPassage[] {
    return this.database
      .prepare<PendingPassage>(
        `SELECT document_passages.id AS id, text, heading FROM document_passages JOIN documents ON documents.id = document
         WHERE document_passages.id > ? AND state <> 'deleted' ORDER BY document_passages.id LIMIT ?`,
      )
      .all(behind, limit);
  }

  /** Passages of documents that are there, those behind a number, and those that the model refused. */
  async count(behind: number): Promise<{ passages: number; pending: number; refused: number }> {
    const [row] = await this.database.read<{ passages: number; pending: number; refused: number }>(
      `SELECT count(*) AS passages, count(*) FILTER (WHERE document_passages.id > ?) AS pending,
              (SELECT count(*) FROM document_refused) AS refused
       FROM document_passages JOIN documents ON documents.id = document WHERE state = 'ready'`,
      [behind],
    );
    return row ?? { passages: 0, pending: 0, refused: 0 };
  }
}

/** What is embedded of a passage: what it stands under says what it is about. */
export function embeddedText({ heading, text }: Pick<PendingPassage, 'heading' | 'text'>): string {
  return heading === null ? text : `${heading}\n${text}`;
}
