import { Module, type MiddlewareConsumer, type NestModule } from '@nestjs/common';
import { CommonModule } from '../common/common.module.js';
import { ConfigModule } from '../config/config.module.js';
import { withErrorDetail } from '../security/http/error-detail.js';
import { DatabaseModule } from '../storage/database/database.module.js';
import { ToolsModule } from '../tools/tools.module.js';
import { ClientSettingsController } from './client-settings.controller.js';
import { ClientSettingsService } from './client-settings.service.js';
import { SkillsController } from './skills.controller.js';
import { SkillsSchema } from './skills.schema.js';
import { SkillsSection } from './skills.section.js';
import { SkillsService } from './skills.service.js';
import { SkillsToolPolicy } from './skills.tool-policy.js';
import { SettingsGetTool } from './tools/settings-get.service-tool.js';
import { SettingsUpdateTool } from './tools/settings-update.service-tool.js';

/** What the owner switches on and off: skills, and the settings that a client may change. */
@Module({
  imports: [CommonModule, ConfigModule, DatabaseModule, ToolsModule],
  controllers: [SkillsController, ClientSettingsController],
  providers: [SkillsService, SkillsSchema, SkillsSection, SkillsToolPolicy, ClientSettingsService, SettingsGetTool, SettingsUpdateTool],
})
export class PreferencesModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(withErrorDetail).forRoutes(SkillsController, ClientSettingsController);
  }
}
