import { ApiProperty } from '@nestjs/swagger';

/** A run that has not ended. */
export class RunDto {
  @ApiProperty({ example: '7f4df2c8-3a54-4a27-8d0a-98d8f8f3d7a1' })
  runId!: string;

  @ApiProperty({ example: '0d5c6a1e-6a3f-4b0e-9a53-3d8c1a1b7f10' })
  sessionId!: string;
}

/** The runs that have not ended, oldest first. */
export class RunListDto {
  @ApiProperty({ type: [RunDto] })
  runs!: RunDto[];
}
