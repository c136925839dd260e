import { MAX_LIST_CHARACTERS } from './limits.js';
import { skillsPrompt } from './skills-prompt.js';

const skill = (name: string, description = 'Does something.') => ({ name, description, location: `~/skills/${name}/SKILL.md` });

describe('skillsPrompt', () => {
  it('lists name, description and place, escaped', () => {
    expect(skillsPrompt([skill('a', 'Less < more & "so".')])).toContain('<available_skills>\n  <skill>\n    <name>a</name>\n    <description>Less &lt; more &amp; "so".</description>\n    <location>~/skills/a/SKILL.md</location>\n  </skill>\n</available_skills>');
    expect(skillsPrompt([])).toBeUndefined();
  });

  it('leaves out descriptions where there are many, then skills, and says so', () => {
    const many = Array.from({ length: 120 }, (_, index) => skill(`s${index}`, 'x'.repeat(1000)));
    const compact = skillsPrompt(many) ?? '';
    expect(compact).toContain('Descriptions are left out');
    expect(compact).toContain('<name>s119</name>');
    expect(compact).not.toContain('xxx');
    const tooMany = Array.from({ length: 500 }, (_, index) => ({ ...skill(`s${index}`), location: `/${'y'.repeat(300)}/${index}` }));
    const cut = skillsPrompt(tooMany) ?? '';
    expect(cut.length).toBeLessThan(MAX_LIST_CHARACTERS + 1_000);
    const listed = cut.match(/<name>/g)?.length ?? 0;
    expect(cut).toContain(`${500 - listed} more skills are not listed.`);
  });

  it('lists 150 at most', () => expect(skillsPrompt(Array.from({ length: 151 }, (_, index) => skill(`s${index}`)))).toContain('1 more skills are not listed.'));
});
