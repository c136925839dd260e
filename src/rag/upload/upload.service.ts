import { Injectable } from '@nestjs/common';
import { DocumentsService } from '../documents.service.js';
import { documentTypeOf } from '../reading/document-type.js';
import { DocumentReader } from '../reading/document-reader.js';
import { UploadContextsService } from './upload-contexts.service.js';

/** What is done with an upload: it waits for a message, it is kept as a document, or both. */
export type UploadMode = 'context' | 'ingest' | 'both';
export const UPLOAD_MODES: readonly UploadMode[] = ['context', 'ingest', 'both'];

/** A file that somebody sent. */
export interface UploadedFile {
  readonly filename: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

/** What became of it. */
export interface UploadOutcome {
  readonly filename: string;
  readonly sizeBytes: number;
  readonly mode: UploadMode;
  readonly chunksIngested?: number;
  readonly documentId?: string;
  readonly contextId?: string;
  readonly message: string;
}

/** Reads uploads and puts them where their mode says. */
@Injectable()
export class UploadService {
  constructor(
    private readonly reader: DocumentReader,
    private readonly documents: DocumentsService,
    private readonly contexts: UploadContextsService,
  ) {}

  /** Throws as DocumentReader, DocumentsService and UploadContextsService do, and UnsupportedContentTypeError for a type that is not read. */
  async take(file: UploadedFile, mode: UploadMode, conversationId?: string): Promise<UploadOutcome> {
    const { filename, mediaType, bytes } = file;
    const type = documentTypeOf(filename, mediaType);
    const { text, passages } = await this.reader.read(bytes, type);
    const sizeBytes = bytes.length;
    const said: string[] = [];
    let outcome: UploadOutcome = { filename, sizeBytes, mode, message: '' };
    if (mode !== 'context') {
      const { id, passageCount } = await this.documents.add({ title: filename, type, source: 'upload', sizeBytes, passages });
      outcome = { ...outcome, chunksIngested: passageCount, documentId: id };
      said.push(`kept as a document of ${passageCount} ${passageCount === 1 ? 'chunk' : 'chunks'}`);
    }
    if (mode !== 'ingest') {
      const context = this.contexts.add({ filename, sizeBytes, text, ...(conversationId === undefined ? {} : { conversationId }) });
      const isCut = context.text.length < context.totalCharacters;
      outcome = { ...outcome, contextId: context.id };
      said.push(`ready to go with a message for an hour${isCut ? ` (the first ${context.text.length} of ${context.totalCharacters} characters)` : ''}`);
    }
    return { ...outcome, message: `${filename}: ${said.join('; ')}.` };
  }
}
