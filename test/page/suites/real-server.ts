import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeTestHome, startServer, type BuiltServer } from '../../support/start-server.mjs';
import type { ChatPage, PageFixture } from '../support/page-fixture.js';

/** The page on the built server itself, with its own headers, and the offline model. */
export function realServerSuite(fixture: PageFixture): void {
  let server: BuiltServer;
  beforeAll(async () => {
    server = await startServer();
  });

  it('holds a conversation with tools, and says that the model is the offline one', async () => {
    const chat = await fixture.open(undefined, server.url);
    await chat.shows('The offline model is in use');
    await chat.ask('Run `echo from-the-page`');
    expect(await chat.page.locator('summary').allInnerTexts()).toEqual(['exec\necho from-the-page\nok']);
    expect(await chat.lastAnswer.innerText()).toContain('from-the-page');
    await chat.ask('Remember that my timezone is Europe/Berlin');
    await chat.ask('What do you know about me?');
    expect(await chat.lastAnswer.innerText()).toContain('Europe/Berlin');
  });

  it('understands each of its own examples', async () => {
    const chat = await fixture.open(undefined, server.url);
    const examples = await chat.page.getByRole('list', { name: 'Examples' }).getByRole('button').allInnerTexts();
    expect(examples).toHaveLength(3);
    for (const example of examples) {
      await chat.ask(example);
      expect(await chat.turns.last().locator('summary').count()).toBeGreaterThan(0);
    }
  });

  it('stops a running command, and the next message is taken at once', async () => {
    const chat = await fixture.open(undefined, server.url);
    await chat.send('Run `sleep 60`');
    await chat.shows(/^running/);
    await chat.button('Stop').click();
    await chat.settled();
    await chat.shows('Stopped.');
    await chat.ask('Run `echo still-here`');
    expect(await chat.lastAnswer.innerText()).toContain('still-here');
  });

  it('shows what a command prints while it runs, after a reload and in a second browser too', async () => {
    const gate = path.join(await makeTestHome(), 'gate');
    const chat = await fixture.open(undefined, server.url);
    await chat.send(`Run \`echo printed; until [ -e ${gate} ]; do sleep 0.1; done; echo finished\``);
    const outputOf = (page: ChatPage) => page.page.getByRole('group', { name: 'Output of exec' }).getByText('printed');
    await outputOf(chat).waitFor();
    await chat.page.reload();
    await outputOf(chat).waitFor();
    const other = await fixture.open(undefined, server.url);
    await (await other.openSessions()).getByRole('button', { name: /running now/ }).click();
    await outputOf(other).waitFor();
    writeFileSync(gate, '');
    for (const page of [chat, other]) {
      await page.settled();
      expect(await page.turns.count()).toBe(1);
      expect(await page.lastAnswer.innerText()).toContain('finished');
    }
    await other.ask('Run `echo from-the-second`');
    expect(await other.turns.count()).toBe(2);
  });

  it('finds a session again, goes on in it, renames it, and deletes it for good', async () => {
    const chat = await fixture.open(undefined, server.url);
    await chat.ask('Remember that my color is teal');
    const answer = await chat.lastAnswer.innerText();
    await chat.button('New Session').click();
    const drawer = await chat.openSessions();
    const newest = drawer.getByRole('listitem').first();
    await newest.getByRole('button', { name: /^More about/ }).click();
    await newest.getByRole('button', { name: /^Rename/ }).click();
    await chat.page.keyboard.type('Colors of mine');
    await chat.page.keyboard.press('Enter');
    await chat.page.keyboard.press('Escape');
    const again = await chat.openSessions();
    await again.getByRole('searchbox').fill('colors of');
    await again.getByRole('button', { name: /^Colors of mine/ }).click();
    await chat.turns.first().waitFor();
    expect(await chat.lastAnswer.innerText()).toBe(answer);
    expect(await chat.page.locator('summary').allInnerTexts()).toEqual(['save_user_info\ncolor\nok']);
    await chat.ask('What do you know about me?');
    expect(await chat.turns.count()).toBe(2);
    const last = await chat.openSessions();
    await last.getByRole('button', { name: 'More about Colors of mine' }).click();
    await last.getByRole('button', { name: 'Delete Colors of mine' }).click();
    await chat.page.keyboard.press('Escape');
    await chat.page.getByRole('list', { name: 'Examples' }).waitFor();
    const titles = async () => ((await (await fetch(`${server.url}/api/sessions`)).json()) as { sessions: { title: string }[] }).sessions.map(({ title }) => title);
    expect(await chat.eventually(titles, (all) => !all.includes('Colors of mine'))).not.toContain('Colors of mine');
  });

  it('is connected again after the server was killed and started anew, and says that the turn was cut off', async () => {
    const first = await startServer();
    const chat = await fixture.open(undefined, first.url);
    await chat.send('Run `echo printed; sleep 60`');
    await chat.page.getByRole('group', { name: 'Output of exec' }).waitFor();
    await first.stop('SIGKILL');
    await chat.shows('the connection is lost; trying again');
    await startServer({ home: first.home, settings: { port: Number(new URL(first.url).port) } });
    await chat.settled();
    await chat.shows('The server stopped before this was answered.');
    await chat.ask('Run `echo here-again`');
    expect(await chat.lastAnswer.innerText()).toContain('here-again');
  });

  it('asks before a command where the settings want it, and takes no for an answer', async () => {
    const asking = await startServer({ settings: { tools: { exec: { ask: 'always' } } } });
    const chat = await fixture.open(undefined, asking.url);
    await chat.send('Run `echo allowed`');
    await chat.shows('Jarvis wants to run this command');
    await chat.button('Allow once').click();
    await chat.settled();
    expect(await chat.lastAnswer.innerText()).toContain('allowed');
    await chat.send('Run `echo denied`');
    await chat.button('Deny').click();
    await chat.settled();
    expect(await chat.turns.last().locator('summary').innerText()).toMatch(/error$/);
  });

  it('is sent with a policy that forbids inline scripts and styles', async () => {
    const response = await fetch(server.url);
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toContain('unsafe-inline');
  });
}
