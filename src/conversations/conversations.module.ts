import { Module, type MiddlewareConsumer, type NestModule } from '@nestjs/common';
import { AgentModule } from '../agent/agent.module.js';
import { ConfigModule } from '../config/config.module.js';
import { PromptModule } from '../prompt/prompt.module.js';
import { withErrorDetail } from '../security/http/error-detail.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { ConversationsController } from './conversations.controller.js';
import { ConversationsService } from './conversations.service.js';
import { ConversationDeleteAllTool } from './tools/conversation-delete-all.service-tool.js';
import { ConversationDeleteTool } from './tools/conversation-delete.service-tool.js';
import { ConversationGetTool } from './tools/conversation-get.service-tool.js';
import { ConversationListTool } from './tools/conversation-list.service-tool.js';

/** The sessions as JarvisChat's clients and the model know them. */
@Module({
  imports: [AgentModule, ConfigModule, PromptModule, SessionsModule],
  controllers: [ConversationsController],
  providers: [ConversationsService, ConversationListTool, ConversationGetTool, ConversationDeleteTool, ConversationDeleteAllTool],
})
export class ConversationsModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(withErrorDetail).forRoutes(ConversationsController);
  }
}
