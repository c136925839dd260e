import { Injectable, Logger } from '@nestjs/common';
import { messageOf } from '../common/domain-error.js';
import { ToolPolicyProvider, type ToolPolicy } from '../tools/tool-policies.js';
import { SKILLS } from './skill.js';
import { SkillsService } from './skills.service.js';

/** A skill that is off takes its tool with it. Where the switches cannot be read, all skills count as off. */
@Injectable()
@ToolPolicyProvider()
export class SkillsToolPolicy implements ToolPolicy {
  private readonly logger = new Logger('Skills');

  constructor(private readonly skills: SkillsService) {}

  withheld(): string[] {
    try {
      return this.skills.list().flatMap(({ tool, enabled }) => (enabled ? [] : [tool]));
    } catch (error) {
      this.logger.error(`No skill is offered, since it is not known which are on: ${messageOf(error)}`);
      return SKILLS.map(({ tool }) => tool);
    }
  }
}
