import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsNotEmpty, IsOptional, IsString, Matches } from 'class-validator';
import { SESSION_ID_PATTERN } from '../../sessions/session-id.js';

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

  @ApiProperty({ example: 'What is in my home directory?', description: 'The latest message only; the server keeps the history.' })
  @IsString()
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() : value))
  @IsNotEmpty({ message: 'message must not be blank' })
  message!: string;
}
