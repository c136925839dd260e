import { parseStoredTool } from './stored-tool.js';

const entry = (changes: Record<string, unknown> = {}, described: Record<string, unknown> = {}): Record<string, unknown> => ({
  definition: { type: 'function', function: { name: 'mine', description: 'Does it.', parameters: { type: 'object', properties: {} }, ...described } },
  code: 'return 1;',
  ...changes,
});

describe('parseStoredTool', () => {
  test('reads an entry of the seed, and the fields that ours adds', () => {
    expect(parseStoredTool('mine', entry({ timeout: 500, requires: ['MY_TOKEN'] }), undefined)).toEqual({
      name: 'mine',
      definition: { type: 'function', function: { name: 'mine', description: 'Does it.', parameters: { type: 'object', properties: {} } } },
      code: 'return 1;',
      timeout: 500,
      requires: ['MY_TOKEN'],
      isUnmodified: false,
    });
    expect(parseStoredTool('mine', entry({ requires: 'ONE' }), undefined)).toMatchObject({ requires: ['ONE'] });
    expect(parseStoredTool('mine', entry({}, { description: undefined, parameters: undefined }), undefined)).toMatchObject({
      definition: { function: { description: '', parameters: { type: 'object', properties: {} } } },
    });
  });

  test('tells built-in code from edited code', () => {
    expect(parseStoredTool('mine', entry(), 'return 1;')).toMatchObject({ isUnmodified: true });
    expect(parseStoredTool('mine', entry(), 'return 1; ')).toMatchObject({ isUnmodified: false });
  });

  test.each<[string, unknown, RegExp]>([
    ['null', null, /object with/],
    ['a text', 'x', /object with/],
    ['a list', [], /object with/],
    ['no definition', { code: '' }, /"definition"/],
    ['a definition without function', { definition: {}, code: '' }, /"definition"/],
    ['another name', entry({}, { name: 'other' }), /"other" and must be "mine"/],
    ['no code', entry({ code: undefined }), /"code"/],
    ['code that is a list', entry({ code: ['return 1'] }), /"code"/],
    ['code that does not compile', entry({ code: 'return (;' }), /does not compile/],
    ['code that closes the function', entry({ code: '}; globalThis.pwned = true; {' }), /does not compile/],
    ['a description that is no text', entry({}, { description: 5 }), /description/],
    ['parameters that are no schema', entry({}, { parameters: [] }), /parameters/],
    ['parameters of another type', entry({}, { parameters: { type: 'string' } }), /"type": "object"/],
    ['a negative timeout', entry({ timeout: -1 }), /"timeout"/],
    ['a timeout in words', entry({ timeout: '5s' }), /"timeout"/],
    ['requires that is no list of names', entry({ requires: ['A B'] }), /"requires"/],
    ['requires that is a number', entry({ requires: 5 }), /"requires"/],
    ['a secret of Jarvis', entry({ requires: ['OPENROUTER_API_KEY'] }), /Jarvis's own/],
    ['any variable of Jarvis', entry({ requires: ['JARVIS_WHATEVER'] }), /Jarvis's own/],
  ])('says what is wrong with %s', (_name, value, problem) => {
    expect(parseStoredTool('mine', value, undefined)).toMatch(problem);
  });

  test.each(['', 'a b', 'ä', 'a.b', 'x'.repeat(65), 'a\n'])('refuses the name %j, which providers refuse', (name) => {
    expect(parseStoredTool(name, entry({}, { name }), undefined)).toMatch(/the name may have/);
  });
});
