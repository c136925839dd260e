import { Injectable } from '@nestjs/common';
import { PromptSectionProvider, type PromptContext, type PromptSection, type SectionText } from '../../prompt/prompt-section.js';
import { SECTION_ORDER } from '../../prompt/section-order.js';
import { HEARTBEAT_NAME } from '../bootstrap-files.js';
import { WorkspaceService } from '../workspace.service.js';
import { filesText } from './files-text.js';

/** HEARTBEAT.md, below the cache boundary: it changes whenever there is something to look after. */
@PromptSectionProvider()
@Injectable()
export class HeartbeatFileSection implements PromptSection {
  readonly name = 'Dynamic Project Context';
  readonly zone = 'dynamic';
  readonly order = SECTION_ORDER.dynamicProjectContext;
  readonly modes = ['full'] as const;

  constructor(private readonly workspace: WorkspaceService) {}

  async render(context: PromptContext): Promise<SectionText | undefined> {
    return filesText(`# ${this.name}`, (await this.workspace.filesFor(context)).filter(({ path }) => path === HEARTBEAT_NAME));
  }
}
