import { Injectable } from '@nestjs/common';
import { PromptSectionProvider, type PromptContext, type PromptSection } from '../prompt/prompt-section.js';
import { SECTION_ORDER } from '../prompt/section-order.js';
import { isOwner } from '../security/principal.js';
import { UserInfoService } from './user-info.service.js';

/** Fills `{{user_info}}`: one line a fact. Only the owner's runs see the owner's facts. */
@PromptSectionProvider()
@Injectable()
export class UserInfoSection implements PromptSection {
  readonly name = 'user-info';
  readonly zone = 'dynamic';
  readonly order = SECTION_ORDER.userInfo;
  readonly modes = ['full', 'minimal'] as const;
  readonly placeholder = 'user_info';

  constructor(private readonly userInfo: UserInfoService) {}

  async render(context: PromptContext): Promise<string | undefined> {
    if (!isOwner(context.principal)) return undefined;
    const items = await this.userInfo.items();
    if (items.length === 0) return undefined;
    return items.map((item) => `- ${oneLine(item.key)}: ${oneLine(item.value)}`).join('\n');
  }
}

/** A fact stays on its line, so that it cannot pose as another section of the prompt. */
function oneLine(value: unknown): string {
  return String(value).replace(/\s+/g, ' ').trim();
}
