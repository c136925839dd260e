import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsInt, IsNotEmpty, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';
import type { ModelMessage } from '../../model/model-message.js';
import type { LoggedToolCall, RunLogEntry, RunStatus, SessionPage, SessionTranscript } from '../../sessions/session.js';
import type { AnswerSource } from '../../prompt/answer-reviewer.js';
import type { AnswerCitation } from '../../prompt/turn-context.js';
import { ToolCallDto } from './chat-answer.dto.js';

/** Which page of the list of sessions. */
export class SessionListQuery {
  @ApiProperty({ required: false, minimum: 1, maximum: 200, default: 50 })
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(200)
  limit = 50;

  @ApiProperty({ required: false, description: '`nextCursor` of the page before.' })
  @IsOptional()
  @IsString()
  cursor?: string;

  @ApiProperty({ required: false, description: 'Only sessions whose title or id holds this text.' })
  @IsOptional()
  @IsString()
  @MaxLength(200)
  search?: string;
}

/** How many log entries. */
export class SessionLogQuery {
  @ApiProperty({ required: false, minimum: 1, maximum: 1000, default: 100, description: 'The newest so many, oldest first.' })
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(1000)
  limit = 100;
}

/** A new name for a session. */
export class RenameSessionDto {
  @ApiProperty({ example: 'Backup of the photos', maxLength: 200 })
  @IsString()
  @IsNotEmpty()
  @MaxLength(200)
  name!: string;
}

/** One row of the list. */
export class SessionSummaryDto {
  @ApiProperty({ example: '0d5c6a1e-6a3f-4b0e-9a53-3d8c1a1b7f10' })
  sessionId!: string;

  @ApiProperty({ example: 'User asked for the files in the home directory.' })
  title!: string;

  @ApiProperty({ example: '2026-02-13T12:34:56.789Z', description: 'The last change, ISO 8601 in UTC.' })
  lastTs!: string;
}

/** A page of sessions, newest first. */
export class SessionPageDto implements SessionPage {
  @ApiProperty({ type: [SessionSummaryDto] })
  sessions!: SessionSummaryDto[];

  @ApiProperty({ example: 3 })
  total!: number;

  @ApiProperty({ required: false, description: 'Absent on the last page.' })
  nextCursor?: string;
}

/** A page that an answer rests on. */
export class AnswerSourceDto implements AnswerSource {
  @ApiProperty({ example: 'Weather in Oslo' })
  title!: string;

  @ApiProperty({ example: 'https://weather.example/oslo', description: 'http or https.' })
  url!: string;
}

/** A passage of a document that an answer cites. */
export class AnswerCitationDto implements AnswerCitation {
  @ApiProperty({ example: 1, description: 'What stands in square brackets in the answer.' })
  number!: number;

  @ApiProperty({ example: 'manual.pdf, page 3' })
  source!: string;

  @ApiProperty({ example: '0d5c6a1e-6a3f-4b0e-9a53-3d8c1a1b7f10', description: 'For GET /api/documents/{id}.' })
  documentId!: string;

  @ApiProperty({ example: 1523, description: 'Number of the passage.' })
  passage!: number;
}

/** One stored message: the provider's format, with what is known beside it. */
export class SessionMessageDto {
  @ApiProperty({ enum: ['system', 'user', 'assistant', 'tool'] })
  role!: ModelMessage['role'];

  @ApiProperty({ nullable: true, type: String, description: 'As it was stored: the assistant’s final messages are the JSON contract.' })
  content!: string | null;

  @ApiProperty({ required: false, type: 'array', items: { type: 'object', additionalProperties: true } })
  tool_calls?: unknown[];

  @ApiProperty({ required: false, example: 'call_abc123' })
  tool_call_id?: string;

  @ApiProperty({ required: false, example: '2026-02-13T12:34:56.789Z' })
  at?: string;

  @ApiProperty({ required: false, enum: ['resume'], description: '`resume`: the server’s own words after a handoff, not the person’s.' })
  kind?: 'resume';

  @ApiProperty({ required: false, type: [AnswerSourceDto], description: 'Present on an answer that rests on a web search (docs/search.md).' })
  sources?: readonly AnswerSourceDto[];

  @ApiProperty({ required: false, type: [AnswerCitationDto], description: 'Present on an answer that cites documents (docs/documents.md).' })
  citations?: readonly AnswerCitationDto[];
}

/** A whole session. */
export class SessionTranscriptDto {
  @ApiProperty({ example: '0d5c6a1e-6a3f-4b0e-9a53-3d8c1a1b7f10' })
  sessionId!: string;

  @ApiProperty({ example: 'User asked for the files in the home directory.' })
  title!: string;

  @ApiProperty({ type: 'object', additionalProperties: true, example: { handoffCount: 0, createdAt: '2026-02-13T12:34:56.789Z' } })
  metadata!: Record<string, unknown>;

  @ApiProperty({ type: [SessionMessageDto] })
  messages!: SessionMessageDto[];

  /** Puts what is known of each message beside it. */
  static from(transcript: SessionTranscript): SessionTranscriptDto {
    const { annotations = {}, ...metadata } = transcript.metadata;
    const messages = transcript.messages.map((message, index) => {
      const { at, kind, sources, citations } = annotations[String(index)] ?? {};
      return {
        ...message,
        ...(at === undefined ? {} : { at }),
        ...(kind === undefined ? {} : { kind }),
        ...(sources === undefined ? {} : { sources }),
        ...(citations === undefined ? {} : { citations }),
      };
    });
    return { sessionId: transcript.sessionId, title: transcript.title, metadata, messages };
  }
}

/** One run, as the session's log has it. */
export class RunLogEntryDto implements RunLogEntry {
  [key: string]: unknown;

  @ApiProperty({ example: '2026-02-13T12:34:56.789Z' })
  ts!: string;

  @ApiProperty()
  sessionId!: string;

  @ApiProperty({ example: 2, description: 'Model steps of the run.' })
  iteration!: number;

  @ApiProperty({ example: 'openrouter/free', description: 'The model that really answered.' })
  model!: string;

  @ApiProperty()
  userInput!: string;

  @ApiProperty({ type: [ToolCallDto] })
  toolCalls!: LoggedToolCall[];

  @ApiProperty()
  response!: string;

  @ApiProperty()
  logSummary!: string;

  @ApiProperty({
    enum: ['ok', 'tool_failed', 'model_error', 'checkpoint_reached', 'intervention_required', 'format_error', 'aborted', 'interrupted'],
  })
  status!: RunStatus;
}

/** The newest entries of a session's log, oldest first. */
export class SessionLogDto {
  @ApiProperty({ type: [RunLogEntryDto] })
  entries!: RunLogEntryDto[];
}

/** What an abort stopped. */
export class AbortedDto {
  @ApiProperty({ example: ['7f4df2c8-3a54-4a27-8d0a-98d8f8f3d7a1'] })
  runIds!: string[];
}

/** What was deleted. */
export class DeletedDto {
  @ApiProperty()
  sessionId!: string;

  @ApiProperty({ example: true })
  deleted!: boolean;
}
