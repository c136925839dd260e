import { Module } from '@nestjs/common';
import { ConfigModule } from '../config/config.module.js';
import { PromptModule } from '../prompt/prompt.module.js';
import { ToolsModule } from '../tools/tools.module.js';
import { HeartbeatFileSection } from './sections/heartbeat-file.section.js';
import { ProjectContextSection } from './sections/project-context.section.js';
import { WorkspaceFilesSection } from './sections/workspace-files.section.js';
import { WorkspaceSection } from './sections/workspace.section.js';
import { TruncationWarning } from './truncation-warning.turn-context.js';
import { WorkspaceStart } from './workspace-start.js';
import { WorkspaceService } from './workspace.service.js';

/** The agent's own folder: its first files, and those that stand in the prompt. */
@Module({
  imports: [ConfigModule, PromptModule, ToolsModule],
  providers: [WorkspaceService, WorkspaceStart, TruncationWarning, WorkspaceSection, WorkspaceFilesSection, ProjectContextSection, HeartbeatFileSection],
})
export class WorkspaceModule {}
