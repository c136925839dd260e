import { Injectable } from '@nestjs/common';
import { ConfigService } from '../config/config.service.js';
import { PromptHooks } from '../prompt/hooks/prompt-hooks.service.js';
import type { PromptContext } from '../prompt/prompt-section.js';
import { isOwner } from '../security/principal.js';
import { HEARTBEAT_NAME, SUB_AGENT_NAMES, type FoundFile, type PlacedFile } from './bootstrap-files.js';
import { fitFiles } from './fit-files.js';
import { readWorkspaceFiles } from './workspace-files.js';

/** The workspace's files as they stand in prompts. */
@Injectable()
export class WorkspaceService {
  /** Several sections of one prompt ask for the same files. */
  private readonly placed = new WeakMap<PromptContext, Promise<readonly PlacedFile[]>>();

  constructor(
    private readonly config: ConfigService,
    private readonly hooks: PromptHooks,
  ) {}

  /** The files of one prompt, cut to their limits; none for anybody but the owner. They are read anew for each prompt. */
  filesFor(context: PromptContext): Promise<readonly PlacedFile[]> {
    let files = this.placed.get(context);
    if (files === undefined) {
      files = this.place(context);
      this.placed.set(context, files);
    }
    return files;
  }

  private async place(context: PromptContext): Promise<readonly PlacedFile[]> {
    if (!isOwner(context.principal)) return [];
    const { workspace } = this.config;
    const wanted = (await readWorkspaceFiles(workspace)).filter((file) => isWanted(file, context));
    const present = wanted.filter((file): file is FoundFile & { content: string } => file.content !== undefined);
    const changed = await this.hooks.agentBootstrap({ sessionId: context.sessionId, workspaceDir: workspace, bootstrapFiles: present });
    // Where a hook had its say, what it left out is not missing.
    const files = changed === present ? wanted : changed;
    const { bootstrapMaxChars: perFile, bootstrapTotalMaxChars: total } = this.config.settings.agents.defaults;
    return fitFiles(files, { perFile, total }, workspace);
  }
}

function isWanted({ path }: FoundFile, { mode, isHeartbeat = false }: PromptContext): boolean {
  if (mode === 'minimal') return SUB_AGENT_NAMES.includes(path);
  return isHeartbeat ? path === HEARTBEAT_NAME : true;
}
