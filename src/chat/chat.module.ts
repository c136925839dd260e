import { Module } from '@nestjs/common';
import { AgentModule } from '../agent/agent.module.js';
import { SecurityModule } from '../security/security.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { ChatController } from './chat.controller.js';
import { SessionsController } from './sessions.controller.js';

/** The REST face: chat, sessions, runs, approvals. */
@Module({
  imports: [AgentModule, SessionsModule, SecurityModule],
  controllers: [ChatController, SessionsController],
})
export class ChatModule {}
