import { Injectable } from '@nestjs/common';
import { ConfigService } from '../../config/config.service.js';
import { withHomeAsTilde } from '../../prompt/home-path.js';
import { PromptSectionProvider, type PromptContext, type PromptSection } from '../../prompt/prompt-section.js';
import { SECTION_ORDER } from '../../prompt/section-order.js';
import { isOwner } from '../../security/principal.js';
import { WorkingDirectory } from '../../tools/working-directory.js';

/** Where tools start, and where the agent keeps its own files. */
@PromptSectionProvider()
@Injectable()
export class WorkspaceSection implements PromptSection {
  readonly name = 'Workspace';
  readonly zone = 'stable';
  readonly order = SECTION_ORDER.workspace;
  readonly modes = ['full', 'minimal'] as const;

  constructor(
    private readonly config: ConfigService,
    private readonly workingDirectory: WorkingDirectory,
  ) {}

  render({ principal }: PromptContext): Promise<string | undefined> {
    if (!isOwner(principal)) return Promise.resolve(undefined);
    const { workspace, paths } = this.config;
    const start = this.workingDirectory.path;
    const shown = (folder: string): string => `\`${withHomeAsTilde(folder, paths.home)}\``;
    const own = start === workspace ? 'Keep your own files there' : `Keep your own files in your workspace, ${shown(workspace)}`;
    return Promise.resolve(`## Workspace\nCommands and file tools start in ${shown(start)}. ${own}; leave other folders alone unless you are asked.`);
  }
}
