import { Injectable } from '@nestjs/common';
import { PromptSectionProvider, type PromptContext, type PromptSection } from '../../prompt/prompt-section.js';
import { SECTION_ORDER } from '../../prompt/section-order.js';
import { WorkspaceService } from '../workspace.service.js';

/** That files of the workspace follow in the prompt. */
@PromptSectionProvider()
@Injectable()
export class WorkspaceFilesSection implements PromptSection {
  readonly name = 'Workspace Files (injected)';
  readonly zone = 'stable';
  readonly order = SECTION_ORDER.workspaceFiles;
  readonly modes = ['full', 'minimal'] as const;

  constructor(private readonly workspace: WorkspaceService) {}

  async render(context: PromptContext): Promise<string | undefined> {
    const files = await this.workspace.filesFor(context);
    return files.some(({ text }) => text !== '') ? `## ${this.name}\nFiles of your workspace that the person may edit are part of this prompt, under Project Context.` : undefined;
  }
}
