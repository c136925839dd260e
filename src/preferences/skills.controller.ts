import { Body, Controller, Get, Param, Put } from '@nestjs/common';
import { ApiBadRequestResponse, ApiBody, ApiNotFoundResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { InvalidInputError } from '../common/domain-error.js';
import { ConfigService } from '../config/config.service.js';
import { GuestMay, OwnerOnly } from '../security/access.decorator.js';
import { ActiveSkillListDto, SkillDto, SkillListDto, SkillSwitchDto, SwitchedSkillDto } from './dto/skill.dto.js';
import { SkillsService } from './skills.service.js';

/** Switches for what the model can do (docs/presets.md). */
@ApiTags('skills')
@Controller('skills')
export class SkillsController {
  constructor(
    private readonly skills: SkillsService,
    private readonly config: ConfigService,
  ) {}

  @Get()
  @GuestMay()
  @ApiOperation({ summary: 'List all skills, by category and name' })
  @ApiOkResponse({ type: SkillListDto })
  list(): SkillListDto {
    return listOf(this.skills.list().map((skill) => SkillDto.from(skill)));
  }

  @Get('active')
  @GuestMay()
  @ApiOperation({ summary: 'List the skills that are on; none where `skills_enabled` is off' })
  @ApiOkResponse({ type: ActiveSkillListDto })
  active(): ActiveSkillListDto {
    const { skillsEnabled } = this.config.settings;
    const skills = skillsEnabled ? this.skills.list().filter(({ enabled }) => enabled) : [];
    return { ...listOf(skills.map((skill) => SkillDto.from(skill))), skills_enabled: skillsEnabled };
  }

  @Put(':key')
  @OwnerOnly()
  @ApiOperation({ summary: 'Switch a skill on or off' })
  @ApiBody({ type: SkillSwitchDto })
  @ApiOkResponse({ type: SwitchedSkillDto })
  @ApiNotFoundResponse({ description: 'There is no such skill; said before the body is looked at.' })
  @ApiBadRequestResponse({ description: '`enabled` is not true or false.' })
  switch(@Param('key') key: string, @Body() body: Readonly<Record<string, unknown>>): SwitchedSkillDto {
    this.skills.assertExists(key);
    const { enabled } = body;
    if (typeof enabled !== 'boolean') throw new InvalidInputError('enabled must be true or false.', { field: 'enabled' });
    return { status: 'ok', skill: SkillDto.from(this.skills.set(key, enabled)) };
  }
}

function listOf(skills: SkillDto[]): SkillListDto {
  return { skills, count: skills.length };
}
