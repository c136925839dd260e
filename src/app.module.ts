import { Module } from '@nestjs/common';
import { AgentModule } from './agent/agent.module.js';
import { ApiDocsModule } from './api-docs/api-docs.module.js';
import { ChatModule } from './chat/chat.module.js';
import { CompletionsModule } from './completions/completions.module.js';
import { ConfigModule } from './config/config.module.js';
import { ConversationsModule } from './conversations/conversations.module.js';
import { DeliveryModule } from './delivery/delivery.module.js';
import { FilesModule } from './files/files.module.js';
import { GatewayModule } from './gateway/gateway.module.js';
import { HealthModule } from './health/health.module.js';
import { MemoryModule } from './memory/memory.module.js';
import { ModelsModule } from './models/models.module.js';
import { PageModule } from './page.module.js';
import { PreferencesModule } from './preferences/preferences.module.js';
import { ProfileModule } from './profile/profile.module.js';
import { RagModule } from './rag/rag.module.js';
import { RateLimitModule } from './security/rate-limit/rate-limit.module.js';
import { SearchModule } from './search/search.module.js';
import { SecurityModule } from './security/security.module.js';
import { SessionsModule } from './sessions/sessions.module.js';
import { ShellModule } from './shell/shell.module.js';
import { AgentSkillsModule } from './skills/skills.module.js';
import { StatsModule } from './stats/stats.module.js';
import { SubAgentsModule } from './sub-agents/sub-agents.module.js';
import { ToolsModule } from './tools/tools.module.js';
import { TriggersModule } from './triggers/triggers.module.js';
import { UserInfoModule } from './user-info/user-info.module.js';
import { WorkspaceModule } from './workspace/workspace.module.js';

/** The composition root: one line for each feature. */
@Module({
  imports: [
    // First, so that its guard comes first: a request that is refused afterwards has been counted.
    RateLimitModule,
    ConfigModule,
    SecurityModule,
    ToolsModule,
    SessionsModule,
    UserInfoModule,
    WorkspaceModule,
    AgentSkillsModule,
    MemoryModule,
    ProfileModule,
    PreferencesModule,
    FilesModule,
    ShellModule,
    SearchModule,
    RagModule,
    DeliveryModule,
    AgentModule,
    ChatModule,
    ConversationsModule,
    ModelsModule,
    CompletionsModule,
    GatewayModule,
    TriggersModule,
    SubAgentsModule,
    HealthModule,
    StatsModule,
    ApiDocsModule,
    PageModule,
  ],
})
export class AppModule {}
