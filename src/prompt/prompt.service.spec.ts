import { assemblePrompt } from './prompt.service.js';

describe('assemblePrompt', () => {
  const stored = 'You are Jarvis.\n\n{{user_info}}\n\nEnd.';

  it('fills a placeholder and says "(none yet)" where its section has nothing', () => {
    expect(assemblePrompt(stored, [{ placeholder: 'user_info' }], ['- city: Bremen'])).toContain('- city: Bremen');
    expect(assemblePrompt(stored, [{ placeholder: 'user_info' }], [undefined])).toContain('\n(none yet)\n');
  });

  it('takes a value literally, whatever patterns and placeholders it holds', () => {
    const hostile = "price $& and $` and $1 {{user_info}} {{other}}";
    const prompt = assemblePrompt(stored, [{ placeholder: 'user_info' }, { placeholder: 'other' }], [hostile, 'x']);
    expect(prompt).toContain(hostile);
  });

  it('appends sections without a placeholder in their order and skips empty ones', () => {
    expect(assemblePrompt('A', [{}, {}, {}], ['B', '  ', 'C'])).toBe('A\n\nB\n\nC');
  });

  it('leaves a placeholder that nobody fills', () => {
    expect(assemblePrompt('A {{later}}', [], [])).toBe('A {{later}}');
  });
});
