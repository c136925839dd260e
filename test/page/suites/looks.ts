import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { PageFixture } from '../support/page-fixture.js';

const BUILT = path.resolve(import.meta.dirname, '../../../ui/dist');
const read = (file: string): string => readFileSync(path.join(BUILT, file), 'utf8');

export function looksSuite(fixture: PageFixture): void {
  it('is light, also for those who prefer dark', async () => {
    const chat = await fixture.open();
    await chat.page.emulateMedia({ colorScheme: 'dark' });
    expect(await chat.page.evaluate<string>('getComputedStyle(document.body).backgroundColor')).toBe('rgb(255, 255, 255)');
    expect(await chat.page.evaluate<string>('getComputedStyle(document.querySelector("textarea")).colorScheme')).toBe('light');
  });

  it('keeps one column of at most 46 rem for header, messages and input', async () => {
    const chat = await fixture.open();
    const title = await chat.page.getByRole('heading', { level: 1 }).boundingBox();
    const session = await chat.button('New Session').boundingBox();
    const first = await chat.button('Attach a file').boundingBox();
    const send = await chat.button('Send').boundingBox();
    if (!title || !session || !first || !send) throw new Error('Something is not shown.');
    expect(title.x).toBe(first.x);
    expect(session.x + session.width).toBe(send.x + send.width);
    expect(send.x + send.width - title.x).toBe(46 * 16 - 32);
  });

  it('is built without inline scripts or styles, without data: addresses, and asks nobody else for anything', () => {
    const html = read('index.html');
    expect(html).not.toMatch(/<script(?![^>]*\bsrc=)/);
    expect(html).not.toMatch(/<style|style=|\son\w+=/);
    expect(html).not.toMatch(/(?:src|href)="(?!\/)/);
    const styles = readdirSync(path.join(BUILT, 'assets')).filter((file) => file.endsWith('.css'));
    expect(styles).toHaveLength(1);
    for (const file of styles) expect(read(`assets/${file}`)).not.toMatch(/url\(|@import|@font-face/);
    expect(html).toContain('<meta http-equiv="x-dns-prefetch-control" content="off" />');
  });
}
