import { Module } from '@nestjs/common';
import { HealthModule } from './health/health.module.js';

/** The composition root: one line for each feature. */
@Module({
  imports: [HealthModule],
})
export class AppModule {}
