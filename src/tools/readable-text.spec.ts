import { SecretRedactor } from '../security/secret-redactor.js';
import { LiveOutput } from './live-output.js';
import { readableText, withVisibleCharacters } from './readable-text.js';

class WordRedactor extends SecretRedactor {
  override redact(text: string): string {
    return text.replaceAll('hunter2hunter2', '[redacted]');
  }

  override know(): void {}
}

describe('readableText', () => {
  test.each([
    ['plain ünïcödé 😀\n\ttab', 'plain ünïcödé 😀\n\ttab'],
    ['\u001b[1;31mred\u001b[0m', 'red'],
    ['\u001b]0;title\u0007text\u001b]8;;http://x\u001b\\link', 'textlink'],
    ['\u001b(Bplain\u001bM', 'plain'],
    ['50%\r100%\r\ndone', '50%\n100%\ndone'],
    ['a\u0000b\u0007\u009f', 'a\\x00b\\x07\\x9f'],
  ])('%j is shown as %j', (text, shown) => {
    expect(readableText(text)).toBe(shown);
  });
});

describe('withVisibleCharacters', () => {
  test.each([
    ['ls -la', 'ls -la'],
    ['printf "ü😀"', 'printf "ü😀"'],
    ['rm -rf x\u200b', 'rm -rf x\\u{200b}'],
    ['echo \u202etxt.exe', 'echo \\u{202e}txt.exe'],
    ['a\nb', 'a\\n\nb'],
    ['a\r\u0000\u001b[2K', 'a\\u{d}\\u{0}\\u{1b}[2K'],
    ['a\u00a0b\u3000c\u2028d\ufefe', 'a\\u{a0}b\\u{3000}c\\u{2028}d\\u{fefe}'],
    ['tag\u{e0041}\ufe0f\ud800', 'tag\\u{e0041}\\u{fe0f}\\u{d800}'],
  ])('%j is shown as %j', (text, shown) => {
    expect(withVisibleCharacters(text)).toBe(shown);
  });
});

describe('LiveOutput', () => {
  const collect = (pieces: string[]): string[] => {
    const seen: string[] = [];
    const live = new LiveOutput(new WordRedactor(), (text) => seen.push(text));
    for (const piece of pieces) live.write(piece);
    live.end();
    return seen;
  };

  test('hands on whole lines, and the rest at the end', () => {
    expect(collect(['a', 'b\nc', '\n\nd'])).toEqual(['ab\n', 'c\n\n', 'd']);
  });

  test('a secret or a colour that arrives in two pieces is seen as one', () => {
    expect(collect(['key=hunter2', 'hunter2\n\u001b[3', '1mred\n']).join('')).toBe('key=[redacted]\nred\n');
  });

  test('a line without an end is handed on in pieces', () => {
    const seen = collect(Array.from({ length: 100 }, () => 'x'.repeat(1000)));
    expect(seen.join('')).toBe('x'.repeat(100_000));
    expect(seen.length).toBeGreaterThan(20);
  });

  test('a flood is thinned out, and it is said how much was not shown', () => {
    let seen = '';
    let milliseconds = 1000;
    const live = new LiveOutput(new WordRedactor(), (text) => (seen += text), () => milliseconds);
    const line = `${'x'.repeat(99)}\n`;
    for (let index = 0; index < 100_000; index += 1) {
      milliseconds += 0.01;
      live.write(line);
    }
    live.write('last\n');
    live.end();
    expect(seen.length).toBeLessThan(300_000);
    const shown = seen.split('\n').filter((text) => text === line.trim()).length * 100;
    const skipped = [...seen.matchAll(/\[\.\.\. (\d+) characters not shown \.\.\.\]/g)].reduce((sum, found) => sum + Number(found[1]), 0);
    expect(shown + skipped).toBe(10_000_005);
  });

  test('a listener that throws is left alone from then on', () => {
    let calls = 0;
    const live = new LiveOutput(new WordRedactor(), () => {
      calls += 1;
      throw new Error('gone');
    });
    live.write('a\n');
    live.write('b\n');
    live.end();
    expect(calls).toBe(1);
  });
});
