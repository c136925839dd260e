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

  withholds(toolName: string): boolean {
    if (!SKILLS.some(({ tool }) => tool === toolName)) return false;
    try {
      return this.skills.list().some(({ tool, enabled }) => tool === toolName && !enabled);
    } catch (error) {
      this.logger.error(`The tool ${toolName} is not offered, since it is not known whether its skill is on: ${messageOf(error)}`);
      return true;
    }
  }
}
