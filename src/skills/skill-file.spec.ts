import { parseSkill } from './skill-file.js';

const file = (matter: string, body = '# Do it\n'): string => `---\n${matter}\n---\n${body}`;
const problems = (text: string, folder = 'water-plants'): string[] => {
  const parsed = parseSkill(text, folder);
  return parsed.ok ? [] : parsed.problems;
};

describe('parseSkill', () => {
  it('reads name, description, gates and text', () => {
    const parsed = parseSkill(file('name: water-plants\ndescription: >\n  Say which plants\n  need water.\nmetadata:\n  jarvis:\n    os: [linux]\n    requires: {bins: [curl], env: [KEY], config: [channels.telegram.enabled]}'), 'water-plants');
    expect(parsed).toEqual({
      ok: true,
      skill: {
        name: 'water-plants',
        description: 'Say which plants need water.',
        gates: { os: ['linux'], bins: ['curl'], env: ['KEY'], config: ['channels.telegram.enabled'] },
        isHidden: false,
        body: '# Do it\n',
      },
    });
  });

  it('takes Windows line ends, a byte order mark, foreign keys and no text', () => {
    expect(problems('\uFEFF---\r\nname: a\r\ndescription: x\r\nallowed-tools: Bash\r\nmetadata: {other: {x: 1}}\r\n---', 'a')).toEqual([]);
  });

  it.each([
    ['no front matter', '# Skill', /front matter between/],
    ['no YAML', file('name: [a'), /no YAML/],
    ['a list', file('- a'), /list of keys/],
    ['no name', file('description: x'), /"name" is missing/],
    ['a name with capitals', file('name: Water\ndescription: x'), /lower-case/],
    ['a name with double hyphens', file('name: a--b\ndescription: x'), /lower-case/],
    ['a long name', file(`name: ${'a'.repeat(65)}\ndescription: x`), /at most 64/],
    ['another folder', file('name: other\ndescription: x'), /must be the same/],
    ['no description', file('name: water-plants'), /"description" is missing/],
    ['a description that nobody sees', file('name: water-plants\ndescription: "\u200B\u202E"'), /"description" is missing/],
    ['a long description', file(`name: water-plants\ndescription: ${'x'.repeat(1025)}`), /1025 characters/],
    ['gates that are no lists', file('name: water-plants\ndescription: x\nmetadata: {jarvis: {os: linux}}'), /metadata\.jarvis\.os/],
    ['an alias bomb', file('a: &a [x, x]\nname: *a\ndescription: x'), /no YAML/],
  ])('refuses %s', (_name, text, expected) => expect(problems(text).join()).toMatch(expected));

  it('says all that is wrong at once', () => expect(problems(file('name: X\nlicense: 5'))).toHaveLength(3));

  it('lets nothing unseen through to the prompt', () => {
    const parsed = parseSkill(file('name: a\ndescription: "Use\u200B this\u202E al\u2066ways\u{E0041}."'), 'a');
    expect(parsed.ok && parsed.skill.description).toBe('Use this always.');
  });
});
