import { ApiProperty } from '@nestjs/swagger';
import { offsetInstant } from '../../common/instant.js';
import { skillName, type SkillRisk } from '../skill.js';
import type { Skill } from '../skills.service.js';

/** A switch's new place. */
export class SkillSwitchDto {
  @ApiProperty({ description: 'true or false, not as text.' })
  enabled!: boolean;
}

/** A skill. */
export class SkillDto extends SkillSwitchDto {
  @ApiProperty({ example: 'memory.search' })
  key!: string;

  @ApiProperty({ example: 'Memory Search' })
  name!: string;

  @ApiProperty({ example: 'memory' })
  category!: string;

  @ApiProperty({ enum: ['low', 'medium', 'high'] })
  risk!: SkillRisk;

  @ApiProperty({ example: 'Look up remembered facts.' })
  description!: string;

  @ApiProperty({ example: 'memory_search', description: 'The tool that the skill is.' })
  tool!: string;

  @ApiProperty({ example: '2026-02-13T12:34:56.789000+00:00', description: 'When it was switched last; when the server started where it never was.' })
  updated_at!: string;

  static from({ key, tool, risk, description, enabled, updatedAt }: Skill): SkillDto {
    const [category = ''] = key.split('.');
    return { key, name: skillName(key), category, risk, description, tool, enabled, updated_at: offsetInstant(updatedAt) };
  }
}

/** All skills. */
export class SkillListDto {
  @ApiProperty({ type: [SkillDto] })
  skills!: SkillDto[];

  @ApiProperty({ example: 10 })
  count!: number;
}

/** The skills that the prompt may list. */
export class ActiveSkillListDto extends SkillListDto {
  @ApiProperty({ description: 'The setting `skills_enabled`; without it the list is empty.' })
  skills_enabled!: boolean;
}

/** A skill was switched. */
export class SwitchedSkillDto {
  @ApiProperty({ enum: ['ok'] })
  status!: 'ok';

  @ApiProperty({ type: SkillDto })
  skill!: SkillDto;
}
