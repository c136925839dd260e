import { SecretRedactor } from '../security/secret-redactor.js';
import { MAX_RESULT_CHARACTERS } from './limits.js';
import { cutText, fittedResult, resultText } from './tool-result.js';

class WordRedactor extends SecretRedactor {
  override redact(text: string): string {
    return text.replaceAll('hunter2hunter2', '[redacted]');
  }

  override know(): void {}
}

describe('fittedResult', () => {
  let kept: Record<string, string>;
  beforeEach(() => (kept = {}));
  const fit = (value: unknown): Promise<string> =>
    fittedResult(value, new WordRedactor(), async (label, text) => {
      kept[label] = text;
      return `/kept/${label}`;
    });

  test.each([
    ['text as it is', 'plain "text"', 'plain "text"'],
    ['an object as JSON', { a: 1 }, '{"a":1}'],
    ['a number', 42, '42'],
    ['a list', [1, 'b'], '[1,"b"]'],
    ['an empty text', '', ''],
    ['nothing', null, '{"status":"ok","result":null}'],
  ])('%s', async (_name, value, expected) => {
    expect(await fit(value)).toBe(expected);
    expect(resultText(value)).toBe(expected);
    expect(kept).toEqual({});
  });

  test('holds no secret, no NUL and no half of a pair', async () => {
    expect(await fit({ key: 'hunter2hunter2' })).toBe('{"key":"[redacted]"}');
    expect(await fit('a\0b\ud800c')).toBe('a\uFFFDb\uFFFDc');
  });

  test('a long text within an object is cut by itself: the rest stays, and it stays JSON', async () => {
    const stdout = `BEGIN${'line "x"\n'.repeat(20_000)}END hunter2hunter2`;
    const result = await fit({ status: 'ok', exitCode: 0, stdout, stderr: 'a warning' });
    expect(result.length).toBeLessThanOrEqual(MAX_RESULT_CHARACTERS);
    expect(result.length).toBeGreaterThan(MAX_RESULT_CHARACTERS * 0.9);
    const value = JSON.parse(result) as { stdout: string; stderr: string; exitCode: number };
    expect(value).toMatchObject({ exitCode: 0, stderr: 'a warning' });
    expect(value.stdout).toMatch(/^BEGINline/);
    expect(value.stdout).toMatch(/END \[redacted\]$/);
    const marker = /\[\.\.\. (\d+) of (\d+) characters left out here\. The full text is in \/kept\/stdout \(page through it with read_file\)\. \.\.\.\]/.exec(value.stdout);
    expect(Number(marker?.[2])).toBe(kept.stdout?.length);
    expect(value.stdout.length - (marker?.[0].length ?? 0) - 4 + Number(marker?.[1])).toBe(kept.stdout?.length);
    expect(kept).toEqual({ stdout: stdout.replace('hunter2hunter2', '[redacted]') });
  });

  test('two long texts share the room, and a short one gives away what it does not need', async () => {
    const value = JSON.parse(await fit({ a: 'a'.repeat(50_000), b: 'b'.repeat(50_000), c: 'c'.repeat(3000) })) as Record<string, string>;
    expect(value.c).toBe('c'.repeat(3000));
    expect(Math.abs((value.a?.length ?? 0) - (value.b?.length ?? 0))).toBeLessThan(10);
    expect(Object.keys(kept).sort()).toEqual(['a', 'b']);
  });

  test('anything else is cut as a whole, and kept so that it can be read by lines', async () => {
    const result = await fit(Array.from({ length: 10_000 }, (_, index) => ({ index })));
    expect(result.length).toBeLessThanOrEqual(MAX_RESULT_CHARACTERS);
    expect(result).toMatch(/^\[\{"index":0\}.*characters left out here.*\{"index":9999\}\]$/s);
    expect(kept.result?.split('\n').length).toBeGreaterThan(10_000);
    const { length } = await fit('x'.repeat(100_000));
    expect(length).toBeLessThanOrEqual(MAX_RESULT_CHARACTERS);
    expect(length).toBeGreaterThan(MAX_RESULT_CHARACTERS - 10);
  });

  test('says how much is left out also where it could not be kept', async () => {
    const result = await fittedResult('x'.repeat(100_000), new WordRedactor(), async () => undefined);
    expect(result).toMatch(/of 100000 characters left out here\. \.\.\.\]/);
  });

  test('never cuts a character in half', () => {
    for (let room = 150; room < 400; room += 1) {
      expect(cutText('😀'.repeat(1000), room, '/f')).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/);
    }
  });
});
