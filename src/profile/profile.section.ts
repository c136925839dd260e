import { Injectable } from '@nestjs/common';
import { ConfigService } from '../config/config.service.js';
import { PromptSectionProvider, type PromptContext, type PromptSection } from '../prompt/prompt-section.js';
import { SECTION_ORDER } from '../prompt/section-order.js';
import { isOwner } from '../security/principal.js';
import { ProfileService } from './profile.service.js';

/** The profile in the prompt, where the setting `profileEnabled` is on. Only the owner's runs see it. */
@PromptSectionProvider()
@Injectable()
export class ProfileSection implements PromptSection {
  readonly name = 'Profile';
  readonly zone = 'stable';
  readonly order = SECTION_ORDER.profile;
  readonly modes = ['full'] as const;

  constructor(
    private readonly profiles: ProfileService,
    private readonly config: ConfigService,
  ) {}

  render({ principal }: PromptContext): Promise<string | undefined> {
    const { profileEnabled, guestReads } = this.config.settings;
    const maySee = isOwner(principal) || (principal.role === 'guest' && guestReads === 'all');
    const content = profileEnabled && maySee ? this.profiles.read().content.trim() : '';
    return Promise.resolve(content === '' ? undefined : `## Profile\n${content}`);
  }
}
