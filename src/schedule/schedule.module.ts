import path from 'node:path';
import { Logger, Module } from '@nestjs/common';
import { CommonModule } from '../common/common.module.js';
import { ConfigModule } from '../config/config.module.js';
import { JarvisPaths } from '../config/jarvis-paths.js';
import { ScheduleRunLog } from './run-log.js';
import { ScheduleFile } from './schedule-file.js';
import { ScheduleService } from './schedule.service.js';
import { SchedulesController } from './schedules.controller.js';
import { CronTool } from './tools/cron.service-tool.js';
import { WakeQueue } from './wake-queue.js';

/** Jobs that run by themselves, and what waits for the agent to wake. */
@Module({
  imports: [CommonModule, ConfigModule],
  controllers: [SchedulesController],
  providers: [
    {
      provide: ScheduleFile,
      inject: [JarvisPaths],
      useFactory: (paths: JarvisPaths) => new ScheduleFile(path.join(paths.data, 'schedules.json')),
    },
    {
      provide: ScheduleRunLog,
      inject: [JarvisPaths],
      useFactory: (paths: JarvisPaths) => {
        const logger = new Logger('Schedule');
        return new ScheduleRunLog(path.join(paths.data, 'schedule-runs.jsonl'), (message) => logger.error(message));
      },
    },
    ScheduleService,
    WakeQueue,
    CronTool,
  ],
  exports: [ScheduleService, WakeQueue],
})
export class ScheduleModule {}
