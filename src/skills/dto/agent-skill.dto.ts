import { ApiProperty } from '@nestjs/swagger';
import type { AgentSkill } from '../agent-skills.service.js';

/** A skill of the agent: a folder with a SKILL.md. */
export class AgentSkillDto {
  @ApiProperty({ example: 'summarise-document' })
  name!: string;

  @ApiProperty({ example: 'Summarise a long document or web page. Use when the user asks for a summary.', description: 'Empty where the file is broken.' })
  description!: string;

  @ApiProperty({ enum: ['workspace', 'managed', 'bundled'], description: 'Where it lies: the workspace, ~/.jarvis/data/skills, or what comes with Jarvis. The first wins.' })
  source!: 'workspace' | 'managed' | 'bundled';

  @ApiProperty({ example: '~/.jarvis/data/skills/summarise-document/SKILL.md' })
  location!: string;

  @ApiProperty({ example: true, description: 'Whether the agent may use it here.' })
  eligible!: boolean;

  @ApiProperty({ type: [String], example: ['the program pdftotext is not installed'], description: 'Why not; empty where it may.' })
  reasons!: string[];

  static from({ folder, skill, source, isEligible, reasons }: AgentSkill, location: string): AgentSkillDto {
    return { name: folder, description: skill?.description ?? '', source, location, eligible: isEligible, reasons: [...reasons] };
  }
}

/** One skill with its text. */
export class AgentSkillDetailDto extends AgentSkillDto {
  @ApiProperty({ example: '# Summarise a document\n\n1. Read all of it.', description: 'What stands below the front matter.' })
  body!: string;
}

/** All skills that were found. */
export class AgentSkillListDto {
  @ApiProperty({ type: [AgentSkillDto] })
  skills!: AgentSkillDto[];

  @ApiProperty({ example: 3 })
  count!: number;
}
