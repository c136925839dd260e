import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { offsetInstant } from '../../common/instant.js';
import type { FoundPassage, SearchMode, StoredDocument, StoredPassage } from '../document.js';
import { SEARCH_MODES } from '../document.js';
import type { DocumentPage } from '../documents.service.js';
import type { IndexerState, IndexProgress } from '../indexing/indexer.js';
import { sourceOf } from '../passage-source.js';
import type { SearchAnswer } from '../search/document-search.js';

/** A document that is kept. */
export class DocumentDto {
  @ApiProperty({ example: '0d5c6a1e-6a3f-4b0e-9a53-3d8c1a1b7f10' })
  id!: string;

  @ApiProperty({ example: 'manual.pdf', description: 'The name of the file, or what was given as `metadata.title`.' })
  title!: string;

  @ApiProperty({ enum: ['text', 'markdown', 'html', 'pdf', 'json'] })
  type!: string;

  @ApiProperty({ example: 'upload', description: '`upload`, or the `source` that was given when it was ingested.' })
  source!: string;

  @ApiProperty({ example: 48211 })
  size_bytes!: number;

  @ApiProperty({ example: 57, description: 'Passages that it was split into.' })
  passages!: number;

  @ApiProperty({ example: '2026-02-13T12:34:56.789000+00:00' })
  created_at!: string;

  @ApiPropertyOptional({ type: 'object', additionalProperties: true, description: 'As it was given with POST /api/ingest.' })
  metadata?: Readonly<Record<string, unknown>>;

  static from({ id, title, type, source, sizeBytes, passageCount, createdAt, metadata }: StoredDocument): DocumentDto {
    return {
      id,
      title,
      type,
      source,
      size_bytes: sizeBytes,
      passages: passageCount,
      created_at: offsetInstant(createdAt),
      ...(metadata === undefined ? {} : { metadata }),
    };
  }
}

/** A page of documents, newest first. */
export class DocumentListDto {
  @ApiProperty({ type: [DocumentDto] })
  documents!: DocumentDto[];

  @ApiProperty({ example: 3, description: 'Documents in the whole list.' })
  total!: number;

  @ApiProperty({ required: false, description: 'Absent on the last page.' })
  next_cursor?: string;

  static from({ documents, total, nextCursor }: DocumentPage): DocumentListDto {
    return { documents: documents.map((document) => DocumentDto.from(document)), total, ...(nextCursor === undefined ? {} : { next_cursor: nextCursor }) };
  }
}

/** A passage, and where it stands. */
export class PassageDto {
  @ApiProperty({ example: 1523, description: 'Its number, never given twice.' })
  passage!: number;

  @ApiProperty({ example: 'The boiler works at 1 to 2 bar.' })
  text!: string;

  @ApiProperty({ example: 'manual.pdf, page 3', description: 'Where it stands, for people.' })
  source!: string;

  @ApiProperty({ required: false, example: 3, description: 'The page, in a PDF.' })
  page?: number;

  @ApiProperty({ required: false, example: 12, description: 'The line that it begins in, where the lines are the file’s own.' })
  line?: number;

  @ApiProperty({ required: false, example: 'Pressure', description: 'The last heading before it.' })
  heading?: string;

  @ApiProperty({ example: 4100, description: 'Offset of its first character in the document’s text (UTF-16 code units).' })
  start!: number;

  @ApiProperty({ example: 5040, description: 'Offset behind its last character.' })
  end!: number;

  static from(passage: StoredPassage): PassageDto {
    const { id, text, page, line, heading, start, end } = passage;
    return {
      passage: id,
      text,
      source: sourceOf(passage),
      ...(page === undefined ? {} : { page }),
      ...(line === undefined ? {} : { line }),
      ...(heading === undefined ? {} : { heading }),
      start,
      end,
    };
  }
}

/** A document with some of its passages. */
export class DocumentWithPassagesDto {
  @ApiProperty({ type: DocumentDto })
  document!: DocumentDto;

  @ApiProperty({ type: [PassageDto] })
  passages!: PassageDto[];

  @ApiProperty({ example: 0, description: 'Place of the first of these passages in the document.' })
  offset!: number;
}

/** A passage that a search found. */
export class FoundPassageDto extends PassageDto {
  @ApiProperty({ example: '0d5c6a1e-6a3f-4b0e-9a53-3d8c1a1b7f10' })
  document_id!: string;

  @ApiProperty({ example: 'manual.pdf' })
  title!: string;

  @ApiProperty({ example: 0.0325, description: 'The higher, the better; comparable within one answer only.' })
  score!: number;

  @ApiProperty({ required: false, example: 0.61, description: 'Cosine similarity, where it was found by its meaning.' })
  similarity?: number;

  static override from(passage: FoundPassage): FoundPassageDto {
    const { documentId, title, score, similarity } = passage;
    return { ...PassageDto.from(passage), document_id: documentId, title, score, ...(similarity === undefined ? {} : { similarity }) };
  }
}

/** What a search found, best first. */
export class FoundPassagesDto {
  @ApiProperty({ type: [FoundPassageDto] })
  results!: FoundPassageDto[];

  @ApiProperty({ example: 3 })
  count!: number;

  @ApiProperty({ enum: SEARCH_MODES })
  mode!: SearchMode;

  @ApiProperty({ required: false, description: 'Why meaning was left out of the search, where it was.' })
  note?: string;

  static from({ passages, note }: SearchAnswer, mode: SearchMode): FoundPassagesDto {
    return { results: passages.map((passage) => FoundPassageDto.from(passage)), count: passages.length, mode, ...(note === undefined ? {} : { note }) };
  }
}

/** How far the index of meanings has come. */
export class DocumentStatusDto {
  @ApiProperty({ example: 3 })
  documents!: number;

  @ApiProperty({ example: 412, description: 'Passages of all documents.' })
  passages!: number;

  @ApiProperty({ example: 380, description: 'Of these, the passages that are found by their meaning too.' })
  embedded!: number;

  @ApiProperty({ example: 0, description: 'Passages that the embeddings model refused: they are found by their words alone.' })
  refused!: number;

  @ApiProperty({ enum: ['idle', 'indexing', 'waiting'], description: '`waiting`: the last attempt failed, see `error`; there will be another.' })
  state!: IndexerState;

  @ApiProperty({ example: 'built-in universal-sentence-encoder-lite-en', description: 'The embeddings model that the settings name.' })
  model!: string;

  @ApiProperty({ example: 'sqlite-vec', description: 'Where the vectors are kept.' })
  store!: string;

  @ApiProperty({ required: false, example: 512, description: 'Numbers in a vector; absent before the first one.' })
  dimensions?: number;

  @ApiProperty({ required: false, description: 'Why the last attempt failed.' })
  error?: string;

  static from(status: IndexProgress & { documents: number }): DocumentStatusDto {
    return { ...status };
  }
}

/** Something was done. */
export class DocumentDoneDto {
  @ApiProperty({ example: 'ok' })
  status!: 'ok';
}
