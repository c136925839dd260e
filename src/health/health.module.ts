import { Module } from '@nestjs/common';
import { HealthController } from './health.controller.js';

/** The health route. */
@Module({ controllers: [HealthController] })
export class HealthModule {}
