import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { CommonModule } from '../common/common.module.js';
import { ConfigModule } from '../config/config.module.js';
import { ToolHostModule } from '../tool-host/tool-host.module.js';
import { PromptContributions } from './contributions/prompt-contributions.js';
import { HookFiles } from './hooks/hook-files.js';
import { PromptHooks } from './hooks/prompt-hooks.service.js';
import { PromptService } from './prompt.service.js';
import { KeptPrompts } from './report/kept-prompts.js';
import { SECTIONS } from './sections/sections.js';
import { TurnContextService } from './turn-context.service.js';

/** The registries of prompt sections and of what is fetched for a turn, the sections that no feature owns, and the hooks. */
@Module({
  imports: [DiscoveryModule, CommonModule, ConfigModule, ToolHostModule],
  providers: [PromptService, TurnContextService, PromptContributions, HookFiles, PromptHooks, KeptPrompts, ...SECTIONS],
  exports: [PromptService, TurnContextService, PromptHooks, KeptPrompts],
})
export class PromptModule {}
