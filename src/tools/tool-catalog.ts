import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { messageOf } from '../common/domain-error.js';
import { JarvisPaths } from '../config/jarvis-paths.js';
import { Lock } from '../storage/lock.js';
import { seedTools } from './seed-tools.js';
import type { StoredTool } from './stored-tool.js';
import type { ScriptTool, ServiceTool, ToolDiagnostic } from './tool.js';
import { ScriptToolProvider, ServiceToolProvider, type ScriptToolCollection } from './tool-provider.decorator.js';
import { ToolsFile } from './tools-file.js';

/** A tool of either kind. */
export type CatalogTool =
  | { kind: 'script'; name: string; tool: StoredTool }
  | { kind: 'service'; name: string; tool: ServiceTool };

/** All tools that exist now, in ascending order of their names, and what is wrong with others. */
export interface Catalog {
  tools: readonly CatalogTool[];
  diagnostics: readonly ToolDiagnostic[];
}

/** Collects the tools: the features' built-ins and service tools by decorator, and tools.json, which it seeds at start. */
@Injectable()
export class ToolCatalog implements OnModuleInit {
  private readonly logger = new Logger('Tools');
  private services: readonly ServiceTool[] = [];
  private file: ToolsFile | undefined;
  private seen: unknown;
  private current: Catalog = { tools: [], diagnostics: [] };

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly paths: JarvisPaths,
    private readonly lock: Lock,
  ) {}

  async onModuleInit(): Promise<void> {
    this.services = this.instances<ServiceTool>(ServiceToolProvider.KEY);
    const builtIns: ScriptTool[] = this.instances<ScriptToolCollection>(ScriptToolProvider.KEY).flatMap(({ tools }) => tools);
    try {
      const seeded = await seedTools(this.paths.toolsFile, builtIns, this.lock);
      if (seeded.length > 0) this.logger.log(`Wrote built-in tools to tools.json: ${seeded.join(', ')}`);
    } catch (error) {
      this.logger.error(`tools.json could not be written; the built-in tools work from memory: ${messageOf(error)}`);
    }
    this.file = new ToolsFile(this.paths.toolsFile, builtIns);
  }

  /** The tools as they are now: tools.json is read anew when it changed. The same object as before where it did not. */
  read(): Catalog {
    const stored = this.file?.read();
    if (stored === undefined || stored === this.seen) return this.current;
    this.seen = stored;
    this.current = merge(stored.tools, this.services, stored.diagnostics);
    for (const { tool, problem } of this.current.diagnostics) this.logger.warn(`Tool ${tool}: ${problem}`);
    return this.current;
  }

  private instances<T>(metadataKey: string): T[] {
    return this.discovery.getProviders({ metadataKey }).map((wrapper) => wrapper.instance as T);
  }
}

/** One name space: a service tool wins over a script of its name, the first of two service tools over the second. */
function merge(scripts: readonly StoredTool[], services: readonly ServiceTool[], found: readonly ToolDiagnostic[]): Catalog {
  const tools = new Map<string, CatalogTool>();
  const diagnostics = [...found];
  for (const tool of services) {
    if (tools.has(tool.name)) diagnostics.push({ tool: tool.name, problem: 'two parts of the server bring a tool of this name: the second is not offered' });
    else tools.set(tool.name, { kind: 'service', name: tool.name, tool });
  }
  for (const tool of scripts) {
    if (tools.has(tool.name)) diagnostics.push({ tool: tool.name, problem: 'the server itself has a tool of this name: the one in tools.json is not offered' });
    else tools.set(tool.name, { kind: 'script', name: tool.name, tool });
  }
  return { tools: [...tools.values()].sort((a, b) => (a.name < b.name ? -1 : 1)), diagnostics };
}
