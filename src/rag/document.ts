/** What a file is read as. */
export type DocumentType = 'text' | 'markdown' | 'html' | 'pdf' | 'json';

/** Where in its document a passage stands. */
export interface PassagePosition {
  /** Number of the page from 1 on, where there are pages. */
  readonly page?: number;
  /** Number of the line from 1 on, where the lines are the file's own. */
  readonly line?: number;
  /** Offsets in the document's text, in UTF-16 code units; `end` is behind the last. */
  readonly start: number;
  readonly end: number;
}

/** A part of a document as it is searched and cited. */
export interface Passage extends PassagePosition {
  readonly text: string;
  /** The last heading before it, where the document has headings. */
  readonly heading?: string;
}

/** What a file says. */
export interface ReadDocument {
  readonly text: string;
  readonly passages: readonly Passage[];
}

/** A document to keep. */
export interface NewDocument {
  readonly title: string;
  readonly type: DocumentType;
  /** Where it comes from: `upload`, `external`, or what the caller named. */
  readonly source: string;
  readonly sizeBytes: number;
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly passages: readonly Passage[];
}

/** A document that is kept. */
export interface StoredDocument {
  readonly id: string;
  readonly title: string;
  readonly type: DocumentType;
  readonly source: string;
  readonly sizeBytes: number;
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** ISO 8601 instant. */
  readonly createdAt: string;
  readonly passageCount: number;
}

/** A passage of a stored document. */
export interface StoredPassage extends Passage {
  /** Its number, never given twice. */
  readonly id: number;
  readonly documentId: string;
  /** Place within the document from 0 on. */
  readonly ordinal: number;
  readonly title: string;
}

/** How a passage was found. */
export interface FoundPassage extends StoredPassage {
  /** The higher, the better; comparable within one answer only. */
  readonly score: number;
  /** Cosine similarity to the query, where it was found by meaning. */
  readonly similarity?: number;
  /** Whether it holds words of the query. */
  readonly holdsWords: boolean;
}

/** Which searches are asked: both, by words alone, by meaning alone. */
export type SearchMode = 'hybrid' | 'words' | 'meaning';
export const SEARCH_MODES: readonly SearchMode[] = ['hybrid', 'words', 'meaning'];
