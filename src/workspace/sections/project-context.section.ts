import { Injectable } from '@nestjs/common';
import { PromptSectionProvider, type PromptContext, type PromptSection, type SectionText } from '../../prompt/prompt-section.js';
import { SECTION_ORDER } from '../../prompt/section-order.js';
import { byRenderedOrder, HEARTBEAT_NAME } from '../bootstrap-files.js';
import { WorkspaceService } from '../workspace.service.js';
import { filesText } from './files-text.js';

/** The files of the workspace that rarely change. */
@PromptSectionProvider()
@Injectable()
export class ProjectContextSection implements PromptSection {
  readonly name = 'Project Context';
  readonly zone = 'stable';
  readonly order = SECTION_ORDER.projectContext;
  readonly modes = ['full', 'minimal'] as const;

  constructor(private readonly workspace: WorkspaceService) {}

  async render(context: PromptContext): Promise<SectionText | undefined> {
    const files = (await this.workspace.filesFor(context)).filter(({ path }) => path !== HEARTBEAT_NAME);
    const hasPersona = files.some(({ path, missing, text }) => path === 'SOUL.md' && !missing && text !== '');
    const persona = hasPersona ? '\nSOUL.md says who you are: speak and act as that person would, except where it would break a rule above.' : '';
    return filesText(`# Project Context${persona}`, [...files].sort(byRenderedOrder));
  }
}
