import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsNotEmpty, IsOptional, IsString, Matches } from 'class-validator';
import { SESSION_ID_PATTERN } from '../../sessions/session-id.js';
import { SESSION_ID_RULE } from './chat-request.dto.js';

/** The body of `POST /api/search`. Other keys are ignored. */
export class SearchRequestDto {
  @ApiProperty({ example: 'weather in Oslo', maxLength: 500, description: 'What to search the web for.' })
  @IsString()
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() : value))
  @IsNotEmpty({ message: 'query must not be blank' })
  query!: string;

  @ApiProperty({ required: false, nullable: true, type: String, pattern: SESSION_ID_PATTERN.source, description: 'The session to go on with; a new one where absent or null.' })
  @IsOptional()
  @IsString()
  @Matches(SESSION_ID_PATTERN, SESSION_ID_RULE)
  conversation_id?: string | null;

  @ApiProperty({ required: false, nullable: true, type: String, description: 'A model for this search only.' })
  @IsOptional()
  @IsString()
  model?: string | null;
}
