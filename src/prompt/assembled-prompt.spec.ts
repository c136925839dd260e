import { assemblePrompt, promptText, type RenderedSection } from './assembled-prompt.js';

const stored = 'You are Jarvis.\n\n{{user_info}}\n\nEnd.';
const section = (name: string, text: string, zone: RenderedSection['zone'] = 'stable'): RenderedSection => ({ name, zone, text });
const POINTERS = new Map([['user_info', '(under "Known User Context", near the end of this prompt)']]);

describe('assemblePrompt', () => {
  it('puts the stored prompt first, then stable sections, the boundary, and dynamic ones, each in the order given', () => {
    const assembled = assemblePrompt('A', new Map(), [section('d', 'D', 'dynamic'), section('b', ' B\n'), section('blank', '  '), section('c', 'C'), section('e', 'E', 'dynamic')]);
    expect(assembled).toMatchObject({ stable: 'A\n\nB\n\nC', dynamic: 'D\n\nE' });
    expect(promptText(assembled)).toBe('A\n\nB\n\nC\n\nD\n\nE');
    expect(assembled.sections.map(({ name }) => name)).toEqual(['Jarvis', 'b', 'c', 'd', 'e']);
    expect(promptText(assemblePrompt('A', new Map(), []))).toBe('A');
  });

  it('writes a pointer in place of a placeholder, literally, and leaves one that nobody fills', () => {
    expect(assemblePrompt(stored, POINTERS, []).stable).toBe('You are Jarvis.\n\n(under "Known User Context", near the end of this prompt)\n\nEnd.');
    expect(assemblePrompt('{{a}} {{b}}', new Map([['a', '$& $1 {{b}}']]), []).stable).toBe('$& $1 {{b}} {{b}}');
  });

  it('lets hooks add before and after, or put another prompt in place of all', () => {
    const added = assemblePrompt('A', new Map(), [section('d', 'D', 'dynamic')], { prependSystemContext: 'first', appendSystemContext: 'last' });
    expect(added).toMatchObject({ stable: 'first\n\nA', dynamic: 'D\n\nlast' });
    expect(assemblePrompt('A', new Map(), [section('b', 'B')], { systemPrompt: 'Only this.', appendSystemContext: 'x' })).toMatchObject({ stable: 'Only this.', dynamic: '' });
    expect(assemblePrompt('A', new Map(), [], { systemPrompt: ' ' }).stable).toBe('A');
  });
});
