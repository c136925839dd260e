import { Module } from '@nestjs/common';
import { AgentModule } from '../agent/agent.module.js';
import { CommonModule } from '../common/common.module.js';
import { ConfigModule } from '../config/config.module.js';
import { DeliveryModule } from '../delivery/delivery.module.js';
import { ScheduleModule } from '../schedule/schedule.module.js';
import { TimeModule } from '../time/time.module.js';
import { HeartbeatTrigger } from './heartbeat/heartbeat.trigger.js';
import { HeartbeatsSection } from './heartbeat/heartbeats.section.js';
import { ScheduleTrigger } from './schedule.trigger.js';

/** What runs the agent without anybody asking. */
@Module({
  imports: [AgentModule, CommonModule, ConfigModule, DeliveryModule, ScheduleModule, TimeModule],
  providers: [ScheduleTrigger, HeartbeatTrigger, HeartbeatsSection],
})
export class TriggersModule {}
