import { Module } from '@nestjs/common';
import { CommonModule } from '../common/common.module.js';
import { ConfigModule } from '../config/config.module.js';
import { TimeService } from './time.service.js';

/** Zones, envelopes and how the time is told. */
@Module({
  imports: [CommonModule, ConfigModule],
  providers: [TimeService],
  exports: [TimeService],
})
export class TimeModule {}
