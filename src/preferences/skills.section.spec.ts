import { SKILLS } from './skill.js';
import { skillsPrompt } from './skills.section.js';

const skill = { ...SKILLS[0]!, enabled: true, updatedAt: '2026-01-01T00:00:00.000Z' };

describe('skillsPrompt', () => {
  it('says nothing where there is no skill', () => {
    expect(skillsPrompt([])).toBeUndefined();
  });

  it('has a line for each skill and at most 1,600 characters', () => {
    const all = skillsPrompt(SKILLS.map((one) => ({ ...skill, ...one }))) ?? '';
    expect(all.split('\n')).toHaveLength(SKILLS.length + 2);
    const long = skillsPrompt(Array.from({ length: 40 }, () => ({ ...skill, description: '🙂'.repeat(50) }))) ?? '';
    expect(long.length).toBeLessThanOrEqual(1_600);
    expect(long).toMatch(/🙂\.\.\.$/u);
  });
});
