import { Module } from '@nestjs/common';
import { AgentModule } from '../agent/agent.module.js';
import { CommonModule } from '../common/common.module.js';
import { ConfigModule } from '../config/config.module.js';
import { ModelModule } from '../model/model.module.js';
import { SecurityModule } from '../security/security.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { AgentCompletions } from './agent-completions.js';
import { CompletionModels } from './completion-models.js';
import { CompletionSession } from './completion-session.js';
import { CompletionsController } from './completions.controller.js';
import { ProviderPassthrough } from './provider-passthrough.js';

/** The OpenAI-compatible face. */
@Module({
  imports: [CommonModule, ConfigModule, ModelModule, AgentModule, SessionsModule, SecurityModule],
  controllers: [CompletionsController],
  providers: [AgentCompletions, CompletionSession, CompletionModels, ProviderPassthrough],
})
export class CompletionsModule {}
