import { DiscoveryService } from '@nestjs/core';
import type { ScriptTool } from './tool.js';

/** Marks a provider class as a service tool; ToolsService finds it through Nest's DiscoveryService. */
export const ServiceToolProvider = DiscoveryService.createDecorator();

/** Marks a provider class as a holder of built-in script tools: a class with a `tools: readonly ScriptTool[]` property. */
export const ScriptToolProvider = DiscoveryService.createDecorator();

/** What a class marked with `@ScriptToolProvider()` looks like. */
export interface ScriptToolCollection {
  readonly tools: readonly ScriptTool[];
}
