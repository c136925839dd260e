import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { PromptService } from './prompt.service.js';
import { TurnContextService } from './turn-context.service.js';

/** The registries of prompt sections and of what is fetched for a turn. */
@Module({
  imports: [DiscoveryModule],
  providers: [PromptService, TurnContextService],
  exports: [PromptService, TurnContextService],
})
export class PromptModule {}
