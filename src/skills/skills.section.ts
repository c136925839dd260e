import { Injectable } from '@nestjs/common';
import { ConfigService } from '../config/config.service.js';
import { withHomeAsTilde } from '../prompt/home-path.js';
import { PromptSectionProvider, type PromptContext, type PromptSection, type SectionText } from '../prompt/prompt-section.js';
import { SECTION_ORDER } from '../prompt/section-order.js';
import { isOwner } from '../security/principal.js';
import { AgentSkillsService } from './agent-skills.service.js';
import { listed, listedLength, skillsPrompt } from './skills-prompt.js';

/** The skills that may be used, for whoever can read files. Only the owner's runs see them. */
@PromptSectionProvider()
@Injectable()
export class AgentSkillsSection implements PromptSection {
  readonly name = 'Skills';
  readonly zone = 'stable';
  readonly order = SECTION_ORDER.skills;
  readonly modes = ['full'] as const;

  constructor(
    private readonly skills: AgentSkillsService,
    private readonly config: ConfigService,
  ) {}

  render({ principal, tools }: PromptContext): Promise<SectionText | undefined> {
    const canRead = tools.has('read_file') || tools.has('exec');
    if (!canRead || !isOwner(principal)) return Promise.resolve(undefined);
    const shown = listed(this.skills.eligible(), (file) => withHomeAsTilde(file, this.config.paths.home));
    const text = skillsPrompt(shown);
    return Promise.resolve(text === undefined ? undefined : { text, skills: shown.map((skill) => ({ name: skill.name, chars: listedLength(skill) })) });
  }
}
