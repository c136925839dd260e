import { Controller, Get, Param } from '@nestjs/common';
import { ApiNotFoundResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { NotFoundError } from '../common/domain-error.js';
import { ConfigService } from '../config/config.service.js';
import { withHomeAsTilde } from '../prompt/home-path.js';
import { OwnerOnly } from '../security/access.decorator.js';
import { AgentSkillsService, type AgentSkill } from './agent-skills.service.js';
import { AgentSkillDetailDto, AgentSkillDto, AgentSkillListDto } from './dto/agent-skill.dto.js';

/** The SKILL.md skills of the agent (docs/skills.md). The switches of `/api/skills` are another list. */
@ApiTags('agent skills')
@Controller('agent-skills')
@OwnerOnly()
export class AgentSkillsController {
  constructor(
    private readonly skills: AgentSkillsService,
    private readonly config: ConfigService,
  ) {}

  @Get()
  @ApiOperation({ summary: 'List the skills, with why one cannot be used' })
  @ApiOkResponse({ type: AgentSkillListDto })
  list(): AgentSkillListDto {
    const skills = this.skills.list().map((skill) => this.dto(skill));
    return { skills, count: skills.length };
  }

  @Get(':name')
  @ApiOperation({ summary: 'Read one skill' })
  @ApiOkResponse({ type: AgentSkillDetailDto })
  @ApiNotFoundResponse({ description: 'There is no skill of this name.' })
  read(@Param('name') name: string): AgentSkillDetailDto {
    const found = this.skills.list().find(({ folder, isShadowed }) => folder === name && !isShadowed);
    if (found === undefined) throw new NotFoundError('There is no skill of this name.', { field: 'name' });
    return { ...this.dto(found), body: found.skill?.body ?? '' };
  }

  private dto(skill: AgentSkill): AgentSkillDto {
    return AgentSkillDto.from(skill, withHomeAsTilde(skill.location, this.config.paths.home));
  }
}
