import { ApiProperty } from '@nestjs/swagger';
import type { HealthNotice } from '../common/health-warning.js';

/** Something that the owner should know and mend. */
export class HealthWarning implements HealthNotice {
  @ApiProperty({ example: 'a3f0…', description: 'The session that it concerns, where it concerns one.', required: false })
  sessionId?: string;

  @ApiProperty({ example: 'The conversation file was cut off; 12 messages were recovered.' })
  problem!: string;
}

/** Whether the server is up. */
export class HealthDto {
  @ApiProperty({ enum: ['ok'], example: 'ok' })
  status!: 'ok';

  @ApiProperty({ example: '0.1.0' })
  version!: string;

  @ApiProperty({ example: 42, description: 'Whole seconds since the start.' })
  uptimeSeconds!: number;

  @ApiProperty({ example: false, description: 'The offline model answers, since no real one is set up.' })
  offline!: boolean;

  @ApiProperty({ type: [HealthWarning], required: false, description: 'For the owner only.' })
  warnings?: HealthWarning[];
}
