import { startServer, type BuiltServer } from '../../support/start-server.mjs';
import type { PageFixture } from '../support/page-fixture.js';

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
