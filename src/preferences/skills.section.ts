import { Injectable } from '@nestjs/common';
import { headAtCodePoint } from '../common/text.js';
import { ConfigService } from '../config/config.service.js';
import { PromptSectionProvider, type PromptContext, type PromptSection } from '../prompt/prompt-section.js';
import { SECTION_ORDER } from '../prompt/section-order.js';
import { ToolRunner } from '../tools/tool.js';
import { MAX_SKILLS_PROMPT_CHARACTERS } from './limits.js';
import type { Skill } from './skills.service.js';
import { SkillsService } from './skills.service.js';

const HEADING = '## Active Skills';
const GUIDANCE = 'What you can do for the user, with the tool that does it. Use "high" ones only at the user\'s own word, and claim no others.';

/** Lists the skills that are on and whose tools this caller is really offered, where the setting `skillsEnabled` is on. */
@PromptSectionProvider()
@Injectable()
export class SkillsSection implements PromptSection {
  readonly name = 'Active Skills';
  readonly zone = 'stable';
  readonly order = SECTION_ORDER.activeSkills;
  readonly modes = ['full'] as const;

  constructor(
    private readonly skills: SkillsService,
    private readonly tools: ToolRunner,
    private readonly config: ConfigService,
  ) {}

  async render({ principal }: PromptContext): Promise<string | undefined> {
    if (!this.config.settings.skillsEnabled) return undefined;
    const offered = new Set((await this.tools.offered(principal)).definitions.map((definition) => definition.function.name));
    return skillsPrompt(this.skills.list().filter(({ enabled, tool }) => enabled && offered.has(tool)));
  }
}

/** The list for the prompt, at most MAX_SKILLS_PROMPT_CHARACTERS; undefined where there is no skill. */
export function skillsPrompt(skills: readonly Skill[]): string | undefined {
  if (skills.length === 0) return undefined;
  const lines = skills.map(({ key, tool, risk, description }) => `- ${key} (${risk}, \`${tool}\`): ${description}`);
  const text = [HEADING, GUIDANCE, ...lines].join('\n');
  return text.length <= MAX_SKILLS_PROMPT_CHARACTERS ? text : `${headAtCodePoint(text, MAX_SKILLS_PROMPT_CHARACTERS - 3)}...`;
}
