import type { PageFixture } from '../support/page-fixture.js';
import { storedAnswer, transcript } from '../support/transcripts.mjs';

const SOURCES = [
  { title: 'Weather in Oslo', url: 'https://weather.example/oslo' },
  { title: '<b>Bad</b>', url: 'javascript:alert(1)' },
  { title: '', url: 'http://plain.example/' },
];

const stored = () => transcript('session-1', [{ role: 'user', content: 'Weather?' }, { ...storedAnswer('Rain.'), sources: SOURCES }], { title: 'Weather' });

export function searchedAnswersSuite(fixture: PageFixture): void {
  it('say that the web is searched, drop the guess, and link their sources by title and host', async () => {
    const chat = await fixture.open();
    await chat.send('Weather?');
    const run = await fixture.runOf(chat);
    run.say('I guess sun.').emit({ searching: true });
    await chat.shows('Searching the web ...');
    fixture.server.reply('GET /api/conversations/session-1', { conversation: {}, messages: [{ role: 'assistant', content: 'Rain.', sources: SOURCES }] });
    run.emit({ search_results: 5 }).emit({ reset: true }).emit({ token: 'Rain.', augmented: true });
    run.emit({ done: true, status: 'ok', searched: true });
    await chat.shows('Searched the web: 5 results');
    const links = chat.page.getByRole('list', { name: 'Sources' }).getByRole('link');
    await links.first().waitFor();
    expect(await links.allInnerTexts()).toEqual(['Weather in Oslo weather.example', 'plain.example']);
    expect(await links.evaluateAll((all) => all.map((link) => (link as unknown as { href: string }).href))).toEqual(['https://weather.example/oslo', 'http://plain.example/']);
    expect(await links.first().getAttribute('rel')).toBe('noopener noreferrer');
    expect(await chat.lastAnswer.innerText()).toBe('Rain.');
  });

  it('say so after a reload too', async () => {
    fixture.server.transcripts = [stored()];
    const chat = await fixture.open();
    await (await chat.openSessions()).getByRole('button', { name: /^Weather/ }).click();
    await chat.shows('Searched the web: 2 results');
    expect(await chat.page.getByRole('list', { name: 'Sources' }).getByRole('link').count()).toBe(2);
  });

  it('say that nothing was found, and keep the first answer', async () => {
    const chat = await fixture.open();
    await chat.send('Weather?');
    const run = await fixture.runOf(chat);
    run.say('I guess sun.').emit({ searching: true }).end();
    await chat.settled();
    await chat.shows('Searched the web: nothing found');
    expect(await chat.lastAnswer.innerText()).toBe('I guess sun.');
    expect(await chat.page.getByRole('list', { name: 'Sources' }).count()).toBe(0);
  });

  it('name the passages of documents that they cite, live and after a reload', async () => {
    const citations = [{ number: 1, source: 'manual.pdf, page 3', documentId: 'd', passage: 9 }];
    const chat = await fixture.open();
    await chat.send('Pressure?');
    const run = await fixture.runOf(chat);
    run.say('1 to 2 bar [1].').emit({ done: true, status: 'ok', citations });
    const cited = chat.page.getByRole('list', { name: 'From your documents' });
    await cited.waitFor();
    expect(await cited.innerText()).toBe('[1] manual.pdf, page 3');
    fixture.server.transcripts = [transcript('session-1', [{ role: 'user', content: 'Pressure?' }, { ...storedAnswer('1 to 2 bar [1].'), citations }], { title: 'Boiler' })];
    await chat.button('New Session').click();
    await (await chat.openSessions()).getByRole('button', { name: /^Boiler/ }).click();
    await cited.waitFor();
  });
}
