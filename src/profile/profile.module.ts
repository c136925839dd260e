import { Module, type MiddlewareConsumer, type NestModule } from '@nestjs/common';
import { CommonModule } from '../common/common.module.js';
import { ConfigModule } from '../config/config.module.js';
import { withErrorDetail } from '../security/http/error-detail.js';
import { DatabaseModule } from '../storage/database/database.module.js';
import { PresetSection } from './preset.section.js';
import { PresetsController } from './presets.controller.js';
import { PresetsService } from './presets.service.js';
import { ProfileController } from './profile.controller.js';
import { ProfileSchema } from './profile.schema.js';
import { ProfileSection } from './profile.section.js';
import { ProfileService } from './profile.service.js';

/** Who the owner is and what tone an answer has: the profile and the presets, and their places in the prompt. */
@Module({
  imports: [CommonModule, ConfigModule, DatabaseModule],
  controllers: [ProfileController, PresetsController],
  providers: [ProfileService, PresetsService, ProfileSchema, ProfileSection, PresetSection],
})
export class ProfileModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(withErrorDetail).forRoutes(ProfileController, PresetsController);
  }
}
