import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsNotEmpty, IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { SESSION_ID_PATTERN } from '../../sessions/session-id.js';

/** Characters of a model's id: the longest that providers have are half as long. */
const MAX_MODEL_CHARACTERS = 200;

/** The rule of session ids, in words. */
export const SESSION_ID_RULE = {
  message: '$property must be 1 to 128 characters long: letters, digits, dot, underscore and hyphen, beginning with a letter or digit',
};

/** The body of `POST /api/chat` (docs/agent.md, "Entry Points"). Other keys are ignored. */
export class ChatRequestDto {
  @ApiProperty({
    required: false,
    nullable: true,
    type: String,
    pattern: SESSION_ID_PATTERN.source,
    example: '0d5c6a1e-6a3f-4b0e-9a53-3d8c1a1b7f10',
    description: 'The session to go on with. A new one where absent or null; one that does not exist yet is begun under this id.',
  })
  @IsOptional()
  @IsString()
  @Matches(SESSION_ID_PATTERN, SESSION_ID_RULE)
  sessionId?: string | null;

  @ApiProperty({ required: false, nullable: true, type: String, description: 'Another name of sessionId, for clients of JarvisChat; the turn is then streamed.' })
  @IsOptional()
  @IsString()
  @Matches(SESSION_ID_PATTERN, SESSION_ID_RULE)
  conversation_id?: string | null;

  @ApiProperty({ required: false, nullable: true, type: String, maxLength: MAX_MODEL_CHARACTERS, description: 'A model for this turn only.' })
  @IsOptional()
  @IsString()
  @MaxLength(MAX_MODEL_CHARACTERS)
  model?: string | null;

  @ApiProperty({ required: false, nullable: true, type: String, description: 'The text of a preset: part of the system prompt for this turn (docs/presets.md).' })
  @IsOptional()
  @IsString()
  system_prompt?: string | null;

  @ApiProperty({ required: false, nullable: true, type: String, description: 'The `context_id` of POST /api/upload: that file goes to the model with this message.' })
  @IsOptional()
  @IsString()
  upload_context_id?: string | null;

  @ApiProperty({ example: 'What is in my home directory?', description: 'The latest message only; the server keeps the history.' })
  @IsString()
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() : value))
  @IsNotEmpty({ message: 'message must not be blank' })
  message!: string;
}
