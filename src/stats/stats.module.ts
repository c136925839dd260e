import { Module, type MiddlewareConsumer, type NestModule } from '@nestjs/common';
import { CommonModule } from '../common/common.module.js';
import { withErrorDetail } from '../security/http/error-detail.js';
import { MachineStatsService } from './machine-stats.service.js';
import { StatsController } from './stats.controller.js';

/** How busy the machine is. */
@Module({
  imports: [CommonModule],
  controllers: [StatsController],
  providers: [MachineStatsService],
})
export class StatsModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(withErrorDetail).forRoutes(StatsController);
  }
}
