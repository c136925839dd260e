import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';

/** What the owner decides on a waiting command. */
export class ApprovalDecisionDto {
  @ApiProperty({
    enum: ['allow-once', 'allow-always', 'deny'],
    description: '`allow-always` stores exactly this command in exactly this directory.',
  })
  @IsIn(['allow-once', 'allow-always', 'deny'], { message: 'decision must be allow-once, allow-always or deny' })
  decision!: 'allow-once' | 'allow-always' | 'deny';
}

/** A command that waits for the owner's decision. */
export class ApprovalDto {
  @ApiProperty({ example: '5f0c3a5e-7f0f-4a55-b35e-1f7c1a1b7f10' })
  id!: string;

  @ApiProperty()
  sessionId!: string;

  @ApiProperty()
  runId!: string;

  @ApiProperty({ example: 'exec' })
  tool!: string;

  @ApiProperty({ example: 'rm -r build', description: 'The exact text.' })
  command!: string;

  @ApiProperty({ example: 'rm -r build', description: 'The same with invisible characters shown escaped.' })
  display!: string;

  @ApiProperty({ example: '/home/me/project' })
  directory!: string;

  @ApiProperty({ example: '2026-02-13T12:34:56.789Z' })
  requestedAt!: string;

  @ApiProperty({ example: '2026-02-13T12:36:56.789Z', description: 'Without a decision it is denied then.' })
  expiresAt!: string;
}

/** What waits, oldest first. */
export class ApprovalListDto {
  @ApiProperty({ type: [ApprovalDto] })
  approvals!: ApprovalDto[];
}
