import { Module } from '@nestjs/common';
import { Clock } from '../common/clock.js';
import { CommonModule } from '../common/common.module.js';
import { ConfigModule } from '../config/config.module.js';
import { ConfigService } from '../config/config.service.js';
import { ChatModel } from './chat-model.js';
import { OfflineModel } from './offline.model.js';
import { ProviderAccess } from './openai-compatible/provider-access.js';
import { OpenAICompatibleModel } from './openai-compatible.model.js';

/** The language model, by the setting `baseUrl`: the offline stand-in, or an OpenAI-compatible provider. */
@Module({
  imports: [CommonModule, ConfigModule],
  providers: [
    { provide: ProviderAccess, inject: [ConfigService], useFactory: (config: ConfigService) => new ProviderAccess(config) },
    {
      provide: ChatModel,
      inject: [ConfigService, Clock],
      useFactory: (config: ConfigService, clock: Clock): ChatModel =>
        config.isOffline ? new OfflineModel() : new OpenAICompatibleModel(config, clock),
    },
  ],
  exports: [ChatModel, ProviderAccess],
})
export class ModelModule {}
