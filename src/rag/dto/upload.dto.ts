import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsNotEmpty, IsOptional, IsString, Matches } from 'class-validator';
import { offsetInstant } from '../../common/instant.js';
import { SESSION_ID_PATTERN } from '../../sessions/session-id.js';
import type { UploadContext } from '../upload/upload-context.js';
import { UPLOAD_MODES, type UploadMode, type UploadOutcome } from '../upload/upload.service.js';

const CONVERSATION_ID_RULE = { message: 'conversation_id must be the id of a conversation' };

/** The fields of an upload beside its file. */
export class UploadRequestDto {
  @ApiProperty({ type: 'string', format: 'binary', description: 'Plain text, Markdown, HTML, PDF or JSON, at most 20 MiB.' })
  file!: unknown;

  @ApiProperty({ enum: UPLOAD_MODES, default: 'context', required: false, description: '`context`: goes to the model with one message; `ingest`: kept as a document; or both.' })
  @IsOptional()
  @IsIn(UPLOAD_MODES, { message: `mode must be context, ingest or both` })
  mode: UploadMode = 'context';

  @ApiProperty({ required: false, description: 'The conversation that the context is for.' })
  @IsOptional()
  @IsString()
  @Matches(SESSION_ID_PATTERN, CONVERSATION_ID_RULE)
  conversation_id?: string;
}

/** What became of an upload, in the shape that JarvisChat's clients know. */
export class UploadAnswerDto {
  @ApiProperty({ example: 'manual.pdf' })
  filename!: string;

  @ApiProperty({ example: 48211 })
  size_bytes!: number;

  @ApiProperty({ enum: UPLOAD_MODES })
  mode!: UploadMode;

  @ApiProperty({ required: false, example: 57, description: 'Present where it is kept as a document.' })
  chunks_ingested?: number;

  @ApiProperty({ required: false, example: '0d5c6a1e-6a3f-4b0e-9a53-3d8c1a1b7f10', description: 'Present where it is kept as a document.' })
  document_id?: string;

  @ApiProperty({ required: false, example: '5f0c3a5e-7f0f-4a55-b35e-1f7c1a1b7f10', description: 'Send it as `upload_context_id` with a message, within an hour.' })
  context_id?: string;

  @ApiProperty({ example: 'manual.pdf: kept as a document of 57 chunks.' })
  message!: string;

  static from({ filename, sizeBytes, mode, chunksIngested, documentId, contextId, message }: UploadOutcome): UploadAnswerDto {
    return {
      filename,
      size_bytes: sizeBytes,
      mode,
      ...(chunksIngested === undefined ? {} : { chunks_ingested: chunksIngested }),
      ...(documentId === undefined ? {} : { document_id: documentId }),
      ...(contextId === undefined ? {} : { context_id: contextId }),
      message,
    };
  }
}

/** To which conversation an upload belongs. */
export class LinkUploadDto {
  @ApiProperty({ example: '0d5c6a1e-6a3f-4b0e-9a53-3d8c1a1b7f10' })
  @IsString()
  @IsNotEmpty()
  @Matches(SESSION_ID_PATTERN, CONVERSATION_ID_RULE)
  conversation_id!: string;
}

/** An upload that waits for a message. */
export class UploadContextDto {
  @ApiProperty({ example: '5f0c3a5e-7f0f-4a55-b35e-1f7c1a1b7f10' })
  context_id!: string;

  @ApiProperty({ example: 'manual.pdf' })
  filename!: string;

  @ApiProperty({ example: 48211 })
  size_bytes!: number;

  @ApiProperty({ nullable: true, type: String })
  conversation_id!: string | null;

  @ApiProperty({ example: '2026-02-13T12:34:56.789000+00:00' })
  created_at!: string;

  @ApiProperty({ example: '2026-02-13T13:34:56.789000+00:00' })
  expires_at!: string;

  static from({ id, filename, sizeBytes, conversationId, createdAt, expiresAt }: UploadContext): UploadContextDto {
    return {
      context_id: id,
      filename,
      size_bytes: sizeBytes,
      conversation_id: conversationId,
      created_at: offsetInstant(createdAt),
      expires_at: offsetInstant(expiresAt),
    };
  }
}

/** The uploads of a conversation that have not expired, oldest first. */
export class UploadContextListDto {
  @ApiProperty({ type: [UploadContextDto] })
  uploads!: UploadContextDto[];

  @ApiProperty({ example: 1 })
  count!: number;
}
