import { ProcessToolHost } from '../../tool-host/process-tool-host.js';
import { PageUnavailableError } from '../search.errors.js';
import { PageText } from './page-text.js';

class HurriedPageText extends PageText {
  protected override readonly timeoutMs = 1_000;
}

describe('PageText', () => {
  const host = new ProcessToolHost();
  const texts = new PageText(host);
  afterAll(() => host.close());

  const read = (html: string, links = false) => texts.of(html, { url: 'https://example.org/dir/page', links }, new AbortController().signal);
  const paragraph = '<p>A paragraph about ferries, with a <a href="../times?a=1">timetable</a> &amp; more. </p>'.repeat(5);

  test('the main part of a page, its title, headings, lists and tables', async () => {
    const html = `<!doctype html><html><head><title> Ferries &amp; boats
      </title><style>p{}</style></head><body><nav><a href="/">Home</a></nav><main><h1>Ferries</h1>${paragraph}<ul><li>One<li>Two</ul>
      <table><tr><th>From<th>To</tr><tr><td>Oslo<td>Kiel</tr></table><pre>a
  b</pre><script>evil()</script></main><footer>Imprint</footer></body></html>`;
    const { title, text } = await read(html);
    expect(title).toBe('Ferries & boats');
    expect(text).toMatch(/^# Ferries\n\nA paragraph about ferries, with a timetable & more\./);
    expect(text).toContain(' * One\n * Two');
    expect(text).toContain('| From | To\n| Oslo | Kiel');
    expect(text).toContain('a\n  b');
    for (const left of ['Home', 'Imprint', 'evil', 'p{}']) expect(text).not.toContain(left);
  });

  test('links with their whole addresses where they are asked for', async () => {
    expect((await read(`<article>${paragraph}</article>`, true)).text).toContain('timetable [https://example.org/times?a=1]');
    expect((await read(`<article>${paragraph}</article>`)).text).not.toContain('https:');
  });

  test('what a page hides from people is left out', async () => {
    const hidden = '<p hidden>h1</p><p style="color:red; display:none">h2</p><p aria-hidden="true">h3</p><!-- h4 --><template>h5</template><noscript>h6</noscript>';
    const { text } = await read(`<main>${paragraph}${hidden}</main>`);
    expect(text).not.toMatch(/h\d/);
  });

  test('a page whose main part holds little is taken whole, and one without any markup too', async () => {
    expect((await read('<body><article>Ad</article><div>The text itself.</div></body>')).text).toContain('The text itself.');
    expect(await read('Only text')).toEqual({ text: 'Only text' });
    expect(await read('')).toEqual({ text: '' });
  });

  test('hostile HTML ends in time, and the next page is read', async () => {
    const { signal } = new AbortController();
    await expect(new HurriedPageText(host).of('<div>'.repeat(400_000), { url: 'https://x.example', links: false }, signal)).rejects.toThrow(PageUnavailableError);
    expect((await read('<p>fine</p>')).text).toBe('fine');
  });
});
