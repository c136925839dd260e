import { ApiProperty } from '@nestjs/swagger';
import type { SubAgent, SubAgentStatus } from '../sub-agent.js';

/** A run that the agent began for a part of its work. */
export class SubAgentDto {
  @ApiProperty({ example: '0d5c6a1e-6a3f-4b0e-9a53-3d8c1a1b7f10', description: 'Also the id of its session.' })
  id!: string;

  @ApiProperty({ example: '5f1f6a52-90a3-4f2e-8b64-0d3f5d9f0c11', description: 'The session that began it.' })
  parent!: string;

  @ApiProperty({ example: 'count the photos' })
  label!: string;

  @ApiProperty({ example: 'Count the photos below ~/Pictures by year and answer with a table.' })
  task!: string;

  @ApiProperty({ example: 1, description: '1 for one that the agent itself began.' })
  depth!: number;

  @ApiProperty({ type: [String], example: ['exec', 'read_file'] })
  tools!: readonly string[];

  @ApiProperty({ enum: ['running', 'ok', 'error', 'stopped', 'interrupted'] })
  status!: SubAgentStatus;

  @ApiProperty({ type: String, nullable: true, example: '2024: 812, 2025: 1033', description: 'Its answer, or why there is none.' })
  result!: string | null;

  @ApiProperty({ example: '2026-11-30T12:00:00.000Z' })
  startedAt!: string;

  @ApiProperty({ type: String, nullable: true, example: '2026-11-30T12:03:00.000Z' })
  endedAt!: string | null;

  static from(subAgent: SubAgent): SubAgentDto {
    return { ...subAgent };
  }
}

/** The newest sub-agents. */
export class SubAgentListDto {
  @ApiProperty({ type: [SubAgentDto] })
  subAgents!: SubAgentDto[];
}
