import { Module } from '@nestjs/common';
import { AgentModule } from '../agent/agent.module.js';
import { CommonModule } from '../common/common.module.js';
import { ScheduleModule } from '../schedule/schedule.module.js';
import { ScheduleTrigger } from './schedule.trigger.js';

/** What runs the agent without anybody asking. */
@Module({
  imports: [AgentModule, CommonModule, ScheduleModule],
  providers: [ScheduleTrigger],
})
export class TriggersModule {}
