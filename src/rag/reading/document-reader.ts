import { Injectable } from '@nestjs/common';
import { InvalidInputError } from '../../common/domain-error.js';
import type { DocumentType, ReadDocument } from '../document.js';
import { MAX_INLINE_BYTES, READ_TIMEOUT_MS } from '../limits.js';
import { DocumentWorkers } from '../worker/document-workers.js';
import { isPlain, readPlain } from './read-plain.js';

/** Reads files: small plain ones at once, all others in a thread, one after the other. */
@Injectable()
export class DocumentReader {
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly workers: DocumentWorkers) {}

  /**
   * What a file says. Throws InvalidInputError where it is damaged, holds no text or takes too long, UnsupportedContentTypeError where it is
   * not what it is said to be, BodyTooLargeError where it holds more text than a document may have.
   */
  async read(bytes: Uint8Array, type: DocumentType): Promise<ReadDocument> {
    const read = isPlain(type) && bytes.length <= MAX_INLINE_BYTES ? readPlain(bytes, type) : await this.readInThread(bytes, type);
    if (read.passages.length === 0) throw new InvalidInputError('The file holds no text.', { field: 'file' });
    return read;
  }

  private readInThread(bytes: Uint8Array, type: DocumentType): Promise<ReadDocument> {
    const reading = this.last.then(() => this.readNow(bytes, type));
    this.last = reading.catch(() => undefined);
    return reading;
  }

  private async readNow(bytes: Uint8Array, type: DocumentType): Promise<ReadDocument> {
    const limit = AbortSignal.timeout(READ_TIMEOUT_MS);
    try {
      return await this.workers.reading.run({ kind: 'read', type, bytes }, limit);
    } catch (error) {
      if (!limit.aborted) throw error;
      throw new InvalidInputError(`Reading the file took longer than ${READ_TIMEOUT_MS / 1000} s, so it was given up.`, { field: 'file' });
    }
  }
}
