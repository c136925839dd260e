import { Module } from '@nestjs/common';
import { AgentModule } from '../agent/agent.module.js';
import { CommonModule } from '../common/common.module.js';
import { ConfigModule } from '../config/config.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { DatabaseModule } from '../storage/database/database.module.js';
import { ToolsModule } from '../tools/tools.module.js';
import { SubAgentsController } from './sub-agents.controller.js';
import { SubAgentsSchema } from './sub-agents.schema.js';
import { SubAgentsService } from './sub-agents.service.js';
import { SubAgentsStore } from './sub-agents.store.js';
import { SessionsListTool } from './tools/sessions-list.service-tool.js';
import { SessionsSpawnTool } from './tools/sessions-spawn.service-tool.js';
import { SubagentsTool } from './tools/subagents.service-tool.js';

/** Agents that the agent starts. */
@Module({
  imports: [AgentModule, CommonModule, ConfigModule, DatabaseModule, SessionsModule, ToolsModule],
  controllers: [SubAgentsController],
  providers: [SubAgentsSchema, SubAgentsStore, SubAgentsService, SessionsSpawnTool, SubagentsTool, SessionsListTool],
})
export class SubAgentsModule {}
