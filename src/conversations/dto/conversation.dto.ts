import { ApiProperty } from '@nestjs/swagger';
import { IsNotEmpty, IsOptional, IsString, MaxLength } from 'class-validator';
import { offsetInstant } from '../../common/instant.js';
import type { AnswerCitation } from '../../prompt/turn-context.js';
import type { Conversation, ConversationMessage } from '../conversation.js';
import { MAX_MODEL_CHARACTERS, MAX_TITLE_CHARACTERS } from '../limits.js';

/** Title and model of a conversation. */
export class ConversationPatchDto {
  @ApiProperty({ required: false, example: 'Backup of the photos', description: `Cut to ${MAX_TITLE_CHARACTERS} characters.` })
  @IsOptional()
  @IsString()
  title?: string;

  @ApiProperty({ required: false, maxLength: MAX_MODEL_CHARACTERS, description: 'The model that its turns ask where they name none.' })
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(MAX_MODEL_CHARACTERS)
  model?: string;
}

/** A conversation. */
export class ConversationDto {
  @ApiProperty({ example: '0d5c6a1e-6a3f-4b0e-9a53-3d8c1a1b7f10', description: 'The id of the session that it is.' })
  id!: string;

  @ApiProperty({ example: 'Backup of the photos' })
  title!: string;

  @ApiProperty({ example: 'openrouter/free', description: 'The model that its next turn asks unless that names another.' })
  model!: string;

  @ApiProperty({ example: '2026-02-13T12:34:56.789000+00:00' })
  created_at!: string;

  @ApiProperty({ example: '2026-02-13T12:34:56.789000+00:00' })
  updated_at!: string;

  static from({ id, title, model, createdAt, updatedAt }: Conversation): ConversationDto {
    return { id, title, model, created_at: offsetInstant(createdAt), updated_at: offsetInstant(updatedAt) };
  }
}

/** A page that an answer rests on. */
export class ConversationSourceDto {
  @ApiProperty({ example: 'Weather in Oslo' })
  title!: string;

  @ApiProperty({ example: 'https://weather.example/oslo' })
  url!: string;
}

/** A passage of a document that an answer cites. */
export class ConversationCitationDto {
  @ApiProperty({ example: 1, description: 'What stands in square brackets in the answer.' })
  number!: number;

  @ApiProperty({ example: 'manual.pdf, page 3' })
  source!: string;

  @ApiProperty({ example: '0d5c6a1e-6a3f-4b0e-9a53-3d8c1a1b7f10', description: 'For GET /api/documents/{id}.' })
  document_id!: string;

  @ApiProperty({ example: 1523, description: 'Number of the passage.' })
  passage!: number;

  static from({ number, source, documentId, passage }: AnswerCitation): ConversationCitationDto {
    return { number, source, document_id: documentId, passage };
  }
}

/** What a person said or was answered. */
export class ConversationMessageDto {
  @ApiProperty({ example: 2, description: 'Ascending.' })
  id!: number;

  @ApiProperty()
  conversation_id!: string;

  @ApiProperty({ enum: ['user', 'assistant'] })
  role!: 'user' | 'assistant';

  @ApiProperty()
  content!: string;

  @ApiProperty({ example: '2026-02-13T12:34:56.789000+00:00' })
  created_at!: string;

  @ApiProperty({ required: false, type: [ConversationSourceDto], description: 'Present on an answer that rests on a web search.' })
  sources?: readonly ConversationSourceDto[];

  @ApiProperty({ required: false, type: [ConversationCitationDto], description: 'Present on an answer that cites documents.' })
  citations?: readonly ConversationCitationDto[];

  static from(conversationId: string, { id, role, content, createdAt, sources, citations }: ConversationMessage): ConversationMessageDto {
    const message = { id, conversation_id: conversationId, role, content, created_at: offsetInstant(createdAt) };
    return {
      ...message,
      ...(sources === undefined ? {} : { sources }),
      ...(citations === undefined ? {} : { citations: citations.map((citation) => ConversationCitationDto.from(citation)) }),
    };
  }
}

/** A conversation with what was said in it. */
export class WholeConversationDto {
  @ApiProperty({ type: ConversationDto })
  conversation!: ConversationDto;

  @ApiProperty({ type: [ConversationMessageDto] })
  messages!: ConversationMessageDto[];
}

/** It was done. */
export class ConversationDoneDto {
  @ApiProperty({ enum: ['ok'] })
  status!: 'ok';
}
