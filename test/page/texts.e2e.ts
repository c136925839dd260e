import { withoutUndecided } from '../../ui/src/answer/held-back.js';
import { markdownBlocks } from '../../ui/src/answer/markdown-blocks.js';
import { visibleText } from '../../ui/src/approvals/visible-text.js';
import { isSendKey } from '../../ui/src/composer/send-key.js';
import { spokenBeginning } from '../../ui/src/announcer/spoken-beginning.js';
import { durationInWords } from '../../ui/src/messages/duration-in-words.js';
import { dateInWords } from '../../ui/src/layout/date-in-words.js';
import { nextInWords, timingInWords } from '../../ui/src/schedules/schedule-words.js';
import { headlineOf } from '../../ui/src/tool-calls/headline.js';
import { lastLines } from '../../ui/src/tool-calls/live-output.js';
import { previewOf } from '../../ui/src/tool-calls/preview.js';
import { resultText } from '../../ui/src/tool-calls/result-text.js';

describe('when something is done by itself', () => {
  const now = new Date('2026-02-13T12:00:00Z');

  it.each([
    ['2026-02-13T12:00:30Z', 'Europe/Berlin', 'within a minute'],
    ['2026-02-13T12:01:00Z', 'Europe/Berlin', 'in 1 minute'],
    ['2026-02-13T12:45:00Z', 'Europe/Berlin', 'in 45 minutes'],
    ['2026-02-13T20:05:00Z', 'Europe/Berlin', 'today, 21:05 (Europe/Berlin)'],
    ['2026-02-13T23:30:00Z', 'Europe/Berlin', 'tomorrow, 00:30 (Europe/Berlin)'],
    ['2026-02-13T23:30:00Z', 'UTC', 'today, 23:30 (UTC)'],
    ['2026-12-24T17:00:00Z', 'Europe/Berlin', 'Thu 24 December, 18:00 (Europe/Berlin)'],
    ['2027-01-01T00:00:00Z', 'UTC', 'Fri 1 January 2027, 00:00 (UTC)'],
  ])('is said of %s in %s: %s', (at, zone, words) => {
    expect(nextInWords(Date.parse(at), now, zone)).toBe(words);
  });

  it.each([
    [{ kind: 'at', at: '2030-01-01T00:00:00Z' } as const, 'once'],
    [{ kind: 'every', everyMs: 7_200_000 } as const, 'every 2 hours'],
    [{ kind: 'every', everyMs: 5_400_000 } as const, 'every 90 minutes'],
    [{ kind: 'every', everyMs: 1_000 } as const, 'every 1 second'],
    [{ kind: 'cron', expr: '5 7 * * *', tz: '' } as const, 'every day at 07:05'],
    [{ kind: 'cron', expr: '0 9 * * 1-5', tz: 'UTC' } as const, 'cron 0 9 * * 1-5'],
  ])('is said of %j', (timing, words) => {
    expect(timingInWords(timing)).toBe(words);
  });
});

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

describe('an answer that grows', () => {
  it.each([
    ['paragraphs', 'one\n\ntwo\n\nthree', ['one\n\n', 'two\n\n', 'three']],
    ['a list with blank lines', 'a\n\n- x\n\n- y\n\n  more\n\nb', ['a\n\n- x\n\n- y\n\n  more\n\n', 'b']],
    ['a numbered list', '1. x\n\n2. y\n\nb', ['1. x\n\n2. y\n\n', 'b']],
    ['a fence with blank lines', 'a\n\n```js\nx\n\ny\n```\n\nb', ['a\n\n', '```js\nx\n\ny\n```\n\n', 'b']],
    ['a longer fence', '````\n```\n\nx\n````\n\nb', ['````\n```\n\nx\n````\n\n', 'b']],
    ['an open fence', 'a\n\n~~~\nx\n\ny', ['a\n\n', '~~~\nx\n\ny']],
    ['a fence in a list', '- a\n  ```\n\n  x\n  ```\n\nb', ['- a\n  ```\n\n  x\n  ```\n\n', 'b']],
    ['a definition', 'see [1]\n\nx\n\n[1]: http://x', ['see [1]\n\nx\n\n[1]: http://x']],
    ['a footnote', 'A[^1]\n\n[^1]: n', ['A[^1]\n\n[^1]: n']],
    ['raw HTML', '<pre>\n\n# x\n\n</pre>', ['<pre>\n\n# x\n\n</pre>']],
    ['nothing', '', []],
  ])('is cut between blocks that do not know of each other: %s', (_, text, blocks) => {
    expect(markdownBlocks(text)).toEqual(blocks);
  });

  it.each([
    ['It is **bo', 'It is '],
    ['It is **bold** no', 'It is **bold** no'],
    ['2 * 3 and snake_case', '2 * 3 and snake_case'],
    ['an *it', 'an '],
    ['run `l', 'run '],
    ['``a ` b`` c', '``a ` b`` c'],
    ['see [docs](http://', 'see '],
    ['see [docs](http://x) and', 'see [docs](http://x) and'],
    ['- [x] done', '- [x] done'],
    ['array[0] is', 'array[0] is'],
    [`**${'x'.repeat(200)}`, `**${'x'.repeat(200)}`],
    ['Items:\n-', 'Items:\n'],
    ['Items:\n- one', 'Items:\n- one'],
    ['a\n\n1.', 'a\n\n'],
    ['a\n\n##', 'a\n\n'],
    ['a\n\n``', 'a\n\n'],
    ['a\n\n```js', 'a\n\n'],
    ['```\ncode **x', '```\ncode **x'],
    ['```\ncode\n``', '```\ncode\n'],
    ['t\n\n| a | b |', 't\n\n'],
    ['t\n\n| a | b |\n', 't\n\n'],
    ['t\n\n| a | b |\n| --', 't\n\n'],
    ['t\n\n| a | b |\n| --- | --- |\n', 't\n\n| a | b |\n| --- | --- |\n'],
    ['t\n\n| a | b |\n| --- | --- |\n| 1', 't\n\n| a | b |\n| --- | --- |\n| 1'],
  ])('holds back what the next letters could turn into something else: %j', (text, shown) => {
    expect(withoutUndecided(text)).toBe(shown);
  });

  it('never takes away what it has shown, letter by letter, but for signs', () => {
    const text = 'A **bold** word, `code` and [a link](https://x.org/).\n\n- one\n- *two*\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n\n```sh\nls\n```\n\nEnd.';
    let shown = '';
    for (let length = 1; length <= text.length; length++) {
      const next = withoutUndecided(text.slice(0, length));
      expect(text.startsWith(next)).toBe(true);
      expect(shown.slice(next.length)).toMatch(/^[\s`|*-]*$/);
      shown = next;
    }
    expect(shown).toBe(text);
  });
});

describe('the output of a running tool', () => {
  it('is its last lines, as a terminal would show them', () => {
    expect(lastLines('1\n2\n3\n4\n5\n6\n7\n')).toBe('2\n3\n4\n5\n6\n7');
    expect(lastLines('10%\r50%\r\u001b[32m100%\u001b[0m\r\n\u001b]0;title\u0007done')).toBe('100%\ndone');
    expect(lastLines('50%\r80%')).toBe('80%');
    expect(lastLines('\n \n')).toBe('');
  });
});

describe('times in words', () => {
  it.each([
    [0, '0.0 s'],
    [420, '0.4 s'],
    [9_960, '10 s'],
    [59_900, '1 min 0 s'],
    [125_000, '2 min 5 s'],
    [4_800_000, '1 h 20 min'],
  ])('%i ms is %s', (ms, words) => {
    expect(durationInWords(ms)).toBe(words);
  });

  it.each([
    ['2026-03-11T15:00:30', 'just now'],
    ['2026-03-11T15:01:00', 'just now'],
    ['2026-03-11T14:59:00', '1 minute ago'],
    ['2026-03-11T14:18:00', '42 minutes ago'],
    ['2026-03-11T09:05:00', 'today, 09:05'],
    ['2026-03-10T23:30:00', 'yesterday, 23:30'],
    ['2026-03-06T12:00:00', 'Friday'],
    ['2026-01-02T12:00:00', '2 January'],
    ['2024-12-31T12:00:00', '31 December 2024'],
    ['', ''],
  ])('%s was %s', (date, words) => {
    expect(dateInWords(date, new Date('2026-03-11T15:00:00'))).toBe(words);
  });
});
