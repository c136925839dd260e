import { visibleText } from '../../ui/src/approvals/visible-text.js';
import { isSendKey } from '../../ui/src/composer/send-key.js';
import { spokenBeginning } from '../../ui/src/announcer/spoken-beginning.js';
import { headlineOf } from '../../ui/src/tool-calls/headline.js';
import { previewOf } from '../../ui/src/tool-calls/preview.js';
import { resultText } from '../../ui/src/tool-calls/result-text.js';

describe('the closed line of a tool call', () => {
  it.each([
    [{ cwd: '/', cmd: 'ls -l' }, 'ls -l'],
    [{ command: 'ls -l', timeout: 5 }, 'ls -l'],
    [{ content: 'long text', path: '/tmp/a' }, '/tmp/a'],
    [{ items: [{ key: 'timezone', value: 'Europe/Berlin' }, { key: 'name', value: 'Ada' }] }, 'timezone, name'],
    [{ limit: 2 }, '2'],
    [{ path: '', depth: 3 }, '3'],
    [{ command: 'a\n\tb' }, 'a b'],
    [{}, ''],
    [{ x: null, y: [], z: {} }, ''],
  ])('says what matters most of %j: %s', (args, line) => {
    expect(headlineOf(args)).toBe(line);
  });

  it('is bounded', () => {
    expect(headlineOf({ command: 'x'.repeat(10_000) })).toHaveLength(161);
  });
});

describe('the result of a tool', () => {
  it.each([
    ['a text as it is', 'two\nlines', 'two\nlines'],
    ['JSON fields, with lines as lines', '{"status":"ok","exitCode":0,"stdout":"a\\nb\\n","stderr":""}', 'status: ok\nexitCode: 0\nstdout:\na\nb\nstderr: '],
    ['nested JSON', '{"entries":["a"]}', 'entries: [\n  "a"\n]'],
    ['a JSON list', '[1]', '[\n  1\n]'],
    ['a JSON text as it is', '"quoted"', '"quoted"'],
    ['a number that is a text', '42', '42'],
    ['an object', { a: true }, 'a: true'],
    ['nothing', undefined, ''],
  ])('is shown as people read it: %s', (_, result, text) => {
    expect(resultText(result)).toBe(text);
  });

  it('is cut at twenty lines, or within an endless line, never through a character', () => {
    expect(previewOf('a\nb')).toEqual({ text: 'a\nb', isCut: false, lineCount: 2 });
    expect(previewOf('x\n'.repeat(30))).toMatchObject({ text: `${'x\n'.repeat(19)}x`, isCut: true, lineCount: 31 });
    const faces = previewOf(`${'x'.repeat(3_999)}😀😀`);
    expect(faces.text).toBe('x'.repeat(3_999));
    expect(faces.isCut).toBe(true);
  });
});

describe('a command that waits for a decision', () => {
  it.each([
    ['echo "é ü 漢 😀"', 'echo "é ü 漢 😀"'],
    ['a\nb', 'a\nb'],
    ['\u202Egnp.exe', '\\u{202E}gnp.exe'],
    ['a\u200Bb\uFEFF\u00ADc', 'a\\u{200B}b\\u{FEFF}\\u{AD}c'],
    ['a\u00A0b\u3000c\u3164d', 'a\\u{A0}b\\u{3000}c\\u{3164}d'],
    ['\x1b[2K\rls\t\0', '\\u{1B}[2K\\u{D}ls\\u{9}\\u{0}'],
    ['\uD800', '\\u{D800}'],
    ['\u2028\u2029', '\\u{2028}\\u{2029}'],
    ['x\uFE0F\u034F', 'x\\u{FE0F}\\u{34F}'],
    ['\u{E0041}', '\\u{E0041}'],
  ])('hides nothing: %j', (command, shown) => {
    expect(visibleText(command)).toBe(shown);
  });
});

describe('the key that sends', () => {
  const press = { key: 'Enter', shiftKey: false, isComposing: false, keyCode: 13 };

  it('is Enter alone', () => {
    expect(isSendKey(press)).toBe(true);
    expect(isSendKey({ ...press, shiftKey: true })).toBe(false);
    expect(isSendKey({ ...press, key: 'a', keyCode: 65 })).toBe(false);
  });

  it('is not the Enter that ends a composition, in any browser', () => {
    expect(isSendKey({ ...press, isComposing: true })).toBe(false);
    expect(isSendKey({ ...press, keyCode: 229 })).toBe(false);
  });
});

describe('what is read aloud', () => {
  it('is a short text whole, and of a long one whole sentences', () => {
    expect(spokenBeginning('Two. Sentences.')).toBe('Two. Sentences.');
    expect(spokenBeginning('A sentence. '.repeat(100))).toMatch(/^(A sentence\. )+The rest is in the messages\.$/);
    expect(spokenBeginning('x'.repeat(1_000))).toBe('The rest is in the messages.');
  });
});
