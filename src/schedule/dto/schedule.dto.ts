import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { ScheduledJob, ScheduleRun } from '../schedule.js';

const OBJECT = { type: 'object', additionalProperties: true } as const;
const SCHEDULE = {
  ...OBJECT,
  example: { kind: 'cron', expr: '0 8 * * 1-5', tz: 'Europe/Berlin' },
  description: '`{kind: "at", at}` once at an ISO 8601 instant; `{kind: "every", everyMs, anchorMs?}`; `{kind: "cron", expr, tz?}`: five fields, or six with seconds first, the host\'s zone unless given.',
};
const PAYLOAD = {
  ...OBJECT,
  example: { kind: 'agentTurn', message: 'What is on today?' },
  description: '`{kind: "agentTurn", message, model?, timeoutSeconds?}`, or `{kind: "systemEvent", text}`, which wakes the agent in the session `main`.',
};

/** What a person decides of a job. */
export class ScheduleInputDto {
  @ApiProperty({ example: 'Morning' })
  name!: string;

  @ApiPropertyOptional({ example: 'The day ahead' })
  description?: string;

  @ApiPropertyOptional({ example: true })
  enabled?: boolean;

  @ApiProperty(SCHEDULE)
  schedule!: ScheduledJob['schedule'];

  @ApiProperty(PAYLOAD)
  payload!: ScheduledJob['payload'];

  @ApiPropertyOptional({ example: 'isolated', description: '`main`, `isolated` (a session for each run), or `session:<id>`.' })
  sessionTarget?: string;

  @ApiPropertyOptional({ enum: ['now', 'next-heartbeat'], description: 'Of a systemEvent: at once, or with the next wake.' })
  wakeMode?: 'now' | 'next-heartbeat';

  @ApiPropertyOptional({ example: 'telegram:12345', description: 'Where the answer goes beside its session.' })
  deliverTo?: string;

  @ApiPropertyOptional({ example: false, description: 'A job that runs once is removed after it ran well.' })
  deleteAfterRun?: boolean;
}

/** Any of them. */
export class SchedulePatchDto {
  @ApiPropertyOptional({ example: 'Morning' })
  name?: string;

  @ApiPropertyOptional({ example: false })
  enabled?: boolean;

  @ApiPropertyOptional(SCHEDULE)
  schedule?: ScheduledJob['schedule'];

  @ApiPropertyOptional(PAYLOAD)
  payload?: ScheduledJob['payload'];
}

/** A job and what is known of its runs. Instants are milliseconds since 1970. */
export class ScheduleDto extends ScheduleInputDto {
  @ApiProperty({ example: '0d5c6a1e-6a3f-4b0e-9a53-3d8c1a1b7f10' })
  id!: string;

  @ApiProperty({ example: 1796040000000 })
  createdAtMs!: number;

  @ApiProperty({ example: 1796040000000 })
  updatedAtMs!: number;

  @ApiProperty({ ...OBJECT, example: { nextRunAtMs: 1796115600000, lastRunAtMs: 1796029200000, lastRunStatus: 'ok', lastDurationMs: 4200 } })
  state!: ScheduledJob['state'];
}

/** All jobs, the next one first. */
export class ScheduleListDto {
  @ApiProperty({ type: [ScheduleDto] })
  jobs!: ScheduleDto[];
}

/** One run of a job. */
export class ScheduleRunDto {
  @ApiProperty({ example: '7f4df2c8-3a54-4a27-8d0a-98d8f8f3d7a1' })
  runId!: string;

  @ApiProperty({ example: '0d5c6a1e-6a3f-4b0e-9a53-3d8c1a1b7f10' })
  jobId!: string;

  @ApiProperty({ example: 'Morning' })
  jobName!: string;

  @ApiProperty({ example: 1796115604200, description: 'When it ended.' })
  ts!: number;

  @ApiProperty({ example: 1796115604200 })
  timestampMs!: number;

  @ApiProperty({ example: '2026-12-01T07:00:04.200Z' })
  timestampUtc!: string;

  @ApiProperty({ example: 1796115600000 })
  runAtMs!: number;

  @ApiProperty({ example: 4200 })
  durationMs!: number;

  @ApiProperty({ enum: ['ok', 'error', 'skipped', 'missed', 'interrupted'] })
  status!: ScheduleRun['status'];

  @ApiPropertyOptional({ example: 'The run before had not ended.' })
  error?: string;

  @ApiPropertyOptional({ example: 'Told the user what is on today.' })
  summary?: string;

  @ApiPropertyOptional({ example: 'cron-7f4df2c8-3a54-4a27-8d0a-98d8f8f3d7a1' })
  sessionKey?: string;
}

/** The latest runs of a job, newest first. */
export class ScheduleRunListDto {
  @ApiProperty({ type: [ScheduleRunDto] })
  runs!: ScheduleRunDto[];
}

/** What became of the order to run a job now. */
export class ScheduleStartedDto {
  @ApiProperty({ example: true })
  started!: boolean;

  @ApiPropertyOptional({ example: '7f4df2c8-3a54-4a27-8d0a-98d8f8f3d7a1' })
  runId?: string;

  @ApiPropertyOptional({ example: 'already-running' })
  reason?: string;
}
