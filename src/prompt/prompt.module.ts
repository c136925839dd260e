import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { PromptService } from './prompt.service.js';

/** The registry of prompt sections. */
@Module({
  imports: [DiscoveryModule],
  providers: [PromptService],
  exports: [PromptService],
})
export class PromptModule {}
