import { Logger } from '@nestjs/common';
import { jest } from '@jest/globals';
import { StorageError } from '../common/domain-error.js';
import { SKILLS } from './skill.js';
import type { Skill, SkillsService } from './skills.service.js';
import { SkillsToolPolicy } from './skills.tool-policy.js';

describe('SkillsToolPolicy', () => {
  const policy = (list: () => Skill[]): SkillsToolPolicy => new SkillsToolPolicy({ list } as SkillsService);

  it('withholds the tools of skills that are off', () => {
    const skills = SKILLS.map((skill) => ({ ...skill, enabled: skill.key !== 'memory.add', updatedAt: '' }));
    expect(policy(() => skills).withheld()).toEqual(['memory_add']);
  });

  it('withholds all where it is not known which are on, and says so', () => {
    const error = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
    const broken = (): Skill[] => {
      throw new StorageError('The database is damaged.');
    };
    expect(policy(broken).withheld()).toHaveLength(SKILLS.length);
    expect(error).toHaveBeenCalledWith(expect.stringContaining('The database is damaged.'));
    error.mockRestore();
  });
});
