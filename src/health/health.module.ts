import { Module } from '@nestjs/common';
import { ConfigModule } from '../config/config.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { ToolsModule } from '../tools/tools.module.js';
import { HealthController } from './health.controller.js';

/** The health route. */
@Module({ imports: [ConfigModule, SessionsModule, ToolsModule], controllers: [HealthController] })
export class HealthModule {}
