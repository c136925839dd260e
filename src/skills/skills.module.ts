import { Module } from '@nestjs/common';
import { CommonModule } from '../common/common.module.js';
import { ConfigModule } from '../config/config.module.js';
import { AgentSkillsController } from './agent-skills.controller.js';
import { AgentSkillsService } from './agent-skills.service.js';
import { AgentSkillsSection } from './skills.section.js';

/** Instructions for certain kinds of work, which the model reads when it needs them. */
@Module({
  imports: [CommonModule, ConfigModule],
  controllers: [AgentSkillsController],
  providers: [AgentSkillsService, AgentSkillsSection],
  exports: [AgentSkillsService],
})
export class AgentSkillsModule {}
