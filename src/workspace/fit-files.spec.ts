import { toWellFormedText } from '../common/text.js';
import { fitFiles } from './fit-files.js';

const file = (path: string, content: string | undefined) => ({ path, content });

describe('fitFiles', () => {
  it('cuts the middle of a long file and says so, by the sizes of the description', () => {
    const [placed] = fitFiles([file('TOOLS.md', 'x'.repeat(30_010))], { perFile: 20_000, total: 150_000 }, '/w');
    expect(placed).toMatchObject({ name: 'TOOLS.md', rawChars: 30_010, truncated: true, missing: false });
    expect(placed?.text).toMatch(/^x{14000}\n\n\[\.\.\. the middle of TOOLS\.md is left out.*\]\n\(TOOLS\.md: 14000 \+ 4000 of 30010 characters are here\)\n\nx{4000}$/);
    expect(placed?.injectedChars).toBe(placed?.text.length);
  });

  it('cuts at code points', () => {
    for (let length = 90; length < 110; length += 1) {
      const [placed] = fitFiles([file('SOUL.md', '😀'.repeat(200))], { perFile: length, total: 1000 }, '/w');
      expect(placed?.text).toBe(toWellFormedText(placed?.text ?? ''));
    }
  });

  it('gives a missing file a marker with its place', () => {
    expect(fitFiles([file('USER.md', undefined)], { perFile: 100, total: 100 }, '/w')).toMatchObject([{ missing: true, truncated: false, rawChars: 0, text: '[MISSING] Expected at: /w/USER.md' }]);
  });

  it('shares the total in the order given and leaves out what finds no room', () => {
    const placed = fitFiles([file('A', 'a'.repeat(100)), file('B', 'b'.repeat(400)), file('C', 'c'.repeat(50)), file('D', 'd')], { perFile: 1000, total: 300 }, '/w');
    expect(placed[0]).toMatchObject({ injectedChars: 100, truncated: false });
    expect(placed[1]?.truncated).toBe(true);
    expect(placed.reduce((sum, { injectedChars }) => sum + injectedChars, 0)).toBeLessThanOrEqual(300);
    expect(placed[2]).toMatchObject({ injectedChars: 0, truncated: true, text: '' });
  });

  it('takes off blanks at the end, and what no provider accepts', () => {
    expect(fitFiles([file('A', 'a\u0000b\ud800 \n\n')], { perFile: 100, total: 100 }, '/w')[0]?.text).toBe('a\ufffdb\ufffd');
  });
});
