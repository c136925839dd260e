import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { ConfigModule } from '../config/config.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { ToolsModule } from '../tools/tools.module.js';
import { HealthController } from './health.controller.js';

/** The health route. */
@Module({ imports: [DiscoveryModule, ConfigModule, SessionsModule, ToolsModule], controllers: [HealthController] })
export class HealthModule {}
