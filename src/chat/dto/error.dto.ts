import { ApiProperty } from '@nestjs/swagger';

/** Every error of the API. Never a stack, a path or a secret. */
export class ErrorDto {
  @ApiProperty({ example: 'message must not be blank', description: 'What is wrong, where, and what to do.' })
  error!: string;

  @ApiProperty({ required: false, example: 'message: message must not be blank', description: 'More, where there is more to say.' })
  details?: string;

  @ApiProperty({ required: false, enum: ['model_error', 'format_error', 'tool_failed'], description: 'For failures of a run.' })
  status?: string;
}
