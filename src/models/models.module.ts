import { Module, type MiddlewareConsumer, type NestModule } from '@nestjs/common';
import { ConfigModule } from '../config/config.module.js';
import { ModelModule } from '../model/model.module.js';
import { withErrorDetail } from '../security/http/error-detail.js';
import { ModelsController } from './models.controller.js';
import { ProviderModels } from './provider-models.service.js';

/** Which models there are, for clients that let people choose. */
@Module({
  imports: [ConfigModule, ModelModule],
  controllers: [ModelsController],
  providers: [ProviderModels],
})
export class ModelsModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(withErrorDetail).forRoutes(ModelsController);
  }
}
