import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { CommandsModule } from '../commands/commands.module.js';
import { CommonModule } from '../common/common.module.js';
import { ConfigModule } from '../config/config.module.js';
import { ModelModule } from '../model/model.module.js';
import { PromptModule } from '../prompt/prompt.module.js';
import { SecurityModule } from '../security/security.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { StorageModule } from '../storage/storage.module.js';
import { TimeModule } from '../time/time.module.js';
import { ToolsModule } from '../tools/tools.module.js';
import { AgentService } from './agent.service.js';
import { COMMANDS } from './commands/commands.js';
import { CommandRuns } from './command-runs.js';
import { AnswerReviews } from './answer-reviews.js';
import { IdempotentRuns } from './idempotent-runs.js';
import { InterruptedTurns } from './interrupted-turns.js';
import { ModelWindows } from './model-windows.js';
import { PromptReports } from './prompt-reports.service.js';
import { RunRegistry } from './run-registry.js';
import { SessionStatusTool } from './tools/session-status.service-tool.js';
import { UpdatePlanTool } from './tools/update-plan.service-tool.js';

/** The turn and the loop. */
@Module({
  imports: [DiscoveryModule, CommandsModule, CommonModule, ConfigModule, ModelModule, PromptModule, SecurityModule, SessionsModule, StorageModule, TimeModule, ToolsModule],
  providers: [AgentService, AnswerReviews, CommandRuns, ModelWindows, PromptReports, RunRegistry, SessionStatusTool, UpdatePlanTool, InterruptedTurns, IdempotentRuns, ...COMMANDS],
  exports: [AgentService, PromptReports, RunRegistry],
})
export class AgentModule {}
