import { ApiProperty } from '@nestjs/swagger';

/** Every error of the API. Never a stack, a path or a secret. */
export class ErrorDto {
  @ApiProperty({ example: 'message must not be blank', description: 'What is wrong, where, and what to do.' })
  error!: string;

  @ApiProperty({ required: false, example: 'message: message must not be blank', description: 'More, where there is more to say.' })
  details?: string;

  @ApiProperty({ required: false, example: 'message must not be blank', description: "On the routes that JarvisChat's clients know: `error`, or its own words for it." })
  detail?: string;

  @ApiProperty({
    required: false,
    example: 'INC-20260131-154500-0A1B2C3D',
    description: "The key of an unexpected failure (status 500, docs/security.md). On JarvisChat's routes but /api/chat `error` is then `{message, incident_key, support_hint}`.",
  })
  error_key?: string;

  @ApiProperty({ required: false, enum: ['model_error', 'format_error', 'tool_failed'], description: 'For failures of a run.' })
  status?: string;
}
