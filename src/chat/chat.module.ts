import { Module } from '@nestjs/common';
import { AgentModule } from '../agent/agent.module.js';
import { CommonModule } from '../common/common.module.js';
import { RagModule } from '../rag/rag.module.js';
import { SearchModule } from '../search/search.module.js';
import { SecurityModule } from '../security/security.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { ToolsModule } from '../tools/tools.module.js';
import { ApprovalsController } from './approvals.controller.js';
import { ContextController } from './context.controller.js';
import { ChatController } from './chat.controller.js';
import { RunsController } from './runs.controller.js';
import { WebSearchController } from './search.controller.js';
import { SessionsController } from './sessions.controller.js';

/** The REST face: chat, sessions, runs, approvals. */
@Module({
  imports: [CommonModule, AgentModule, SearchModule, RagModule, SessionsModule, ToolsModule, SecurityModule],
  controllers: [ChatController, ContextController, WebSearchController, SessionsController, RunsController, ApprovalsController],
})
export class ChatModule {}
