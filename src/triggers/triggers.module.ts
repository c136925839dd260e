import { Module } from '@nestjs/common';
import { AgentModule } from '../agent/agent.module.js';
import { CommonModule } from '../common/common.module.js';
import { DeliveryModule } from '../delivery/delivery.module.js';
import { ScheduleModule } from '../schedule/schedule.module.js';
import { TimeModule } from '../time/time.module.js';
import { ScheduleTrigger } from './schedule.trigger.js';

/** What runs the agent without anybody asking. */
@Module({
  imports: [AgentModule, CommonModule, DeliveryModule, ScheduleModule, TimeModule],
  providers: [ScheduleTrigger],
})
export class TriggersModule {}
