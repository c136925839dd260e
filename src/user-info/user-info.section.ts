import { Injectable } from '@nestjs/common';
import { PromptSectionProvider, type PromptContext, type PromptSection } from '../prompt/prompt-section.js';
import { SECTION_ORDER } from '../prompt/section-order.js';
import { isOwner } from '../security/principal.js';
import { UserInfoService } from './user-info.service.js';

/** What `{{user_info}}` stands for, below the cache boundary: one line a fact. Only the owner's runs see the owner's facts. */
@PromptSectionProvider()
@Injectable()
export class UserInfoSection implements PromptSection {
  readonly name = 'Known User Context';
  readonly zone = 'dynamic';
  readonly order = SECTION_ORDER.userInfo;
  readonly modes = ['full', 'minimal'] as const;
  readonly placeholder = 'user_info';

  constructor(private readonly userInfo: UserInfoService) {}

  async render(context: PromptContext): Promise<string> {
    // A guest's run knows nothing of the owner.
    const items = isOwner(context.principal) ? await this.userInfo.items() : [];
    const lines = items.map((item) => `- ${oneLine(item.key)}: ${oneLine(item.value)}`);
    return `## ${this.name}\n${lines.length === 0 ? '(none yet)' : lines.join('\n')}`;
  }
}

/** A fact stays on its line, so that it cannot pose as another section of the prompt. */
function oneLine(value: unknown): string {
  return String(value).replace(/\s+/g, ' ').trim();
}
