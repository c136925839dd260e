import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock.js';
import { NotFoundError } from '../../common/domain-error.js';
import { newId } from '../../common/ids.js';
import { headAtCodePoint } from '../../common/text.js';
import { isOwner, type Principal } from '../../security/principal.js';
import { Database } from '../../storage/database/database.js';
import { MAX_CONTEXT_CHARACTERS, MAX_UPLOAD_CONTEXTS, UPLOAD_CONTEXT_MS } from '../limits.js';
import { uploadContextText, type UploadContext } from './upload-context.js';

const COLUMNS =
  'id, filename, size_bytes AS sizeBytes, text, total_characters AS totalCharacters, conversation_id AS conversationId, created_at AS createdAt, expires_at AS expiresAt';

/**
 * Uploads that wait for their message, for an hour each. What went to the model with a message stays with that message. All throw
 * StorageError where the database cannot be used.
 */
@Injectable()
export class UploadContextsService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Keeps a text; where there are too many, the oldest go. */
  add(upload: { filename: string; sizeBytes: number; text: string; conversationId?: string }): UploadContext {
    const now = this.clock.now();
    const context: UploadContext = {
      id: newId(),
      filename: upload.filename,
      sizeBytes: upload.sizeBytes,
      text: headAtCodePoint(upload.text, MAX_CONTEXT_CHARACTERS),
      totalCharacters: upload.text.length,
      conversationId: upload.conversationId ?? null,
      createdAt: now.toISOString(),
      expiresAt: new Date(now.getTime() + UPLOAD_CONTEXT_MS).toISOString(),
    };
    const { id, filename, sizeBytes, text, totalCharacters, conversationId, createdAt, expiresAt } = context;
    this.database.transaction(() => {
      this.purge();
      this.database
        .prepare(
          `DELETE FROM upload_contexts WHERE id IN (
             SELECT id FROM upload_contexts ORDER BY created_at DESC, id LIMIT -1 OFFSET ${MAX_UPLOAD_CONTEXTS - 1})`,
        )
        .run();
      this.database
        .prepare(
          `INSERT INTO upload_contexts (id, filename, size_bytes, text, total_characters, conversation_id, created_at, expires_at)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
        )
        .run(id, filename, sizeBytes, text, totalCharacters, conversationId, createdAt, expiresAt);
    });
    return context;
  }

  /** The uploads of a conversation that have not expired, oldest first. */
  ofConversation(conversationId: string): UploadContext[] {
    return this.database
      .prepare<UploadContext>(`SELECT ${COLUMNS} FROM upload_contexts WHERE conversation_id = ? AND expires_at > ? ORDER BY created_at, id`)
      .all(conversationId, this.now());
  }

  /** Says to which conversation an upload belongs. Throws NotFoundError where it is not there or has expired. */
  link(id: string, conversationId: string): UploadContext {
    const context = this.get(id);
    this.database.prepare('UPDATE upload_contexts SET conversation_id = ? WHERE id = ?').run(conversationId, id);
    return { ...context, conversationId };
  }

  /** Throws NotFoundError. */
  delete(id: string): void {
    this.get(id);
    this.database.transaction(() => {
      this.database.prepare('DELETE FROM upload_contexts WHERE id = ?').run(id);
      this.purge();
    });
  }

  /**
   * The text of an upload for the message that names it, ready for the model. Only the owner uploads, so for anybody else there is none:
   * throws NotFoundError, also where it has expired.
   */
  textFor(id: string, principal: Principal): string {
    if (!isOwner(principal)) throw notFound();
    return uploadContextText(this.get(id));
  }

  private get(id: string): UploadContext {
    const context = this.database.prepare<UploadContext>(`SELECT ${COLUMNS} FROM upload_contexts WHERE id = ? AND expires_at > ?`).get(id, this.now());
    if (context === undefined) throw notFound();
    return context;
  }

  private purge(): void {
    this.database.prepare('DELETE FROM upload_contexts WHERE expires_at <= ?').run(this.now());
  }

  private now(): string {
    return this.clock.now().toISOString();
  }
}

function notFound(): NotFoundError {
  return new NotFoundError('There is no upload with this id: it expires an hour after it was sent. Upload the file again.', { field: 'upload_context_id' });
}
