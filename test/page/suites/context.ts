import { startServer, type BuiltServer } from '../../support/start-server.mjs';
import type { PageFixture } from '../support/page-fixture.js';

/** What the model is told beside the conversation: on the built server itself. */
export function contextSuite(fixture: PageFixture): void {
  let server: BuiltServer;
  beforeAll(async () => {
    server = await startServer();
  });

  it('says of a new session what the model would be told, in parts with their sizes, and that tokens are estimates', async () => {
    const chat = await fixture.open(undefined, server.url);
    const drawer = await chat.openView('Context');
    await drawer.getByText(/^What the model would be told now beside the conversation: [\d,]+ characters, about [\d,]+ tokens\.$/).waitFor();
    await drawer.getByText(/^\d+ % of it stays the same from request to request/).waitFor();
    await drawer.getByText(/Tokens are estimates/).waitFor();
    const report = (await (await fetch(`${server.url}/api/context`)).json()) as { sections: { name: string }[]; tools: { count: number } };
    const names = await drawer.getByRole('table', { name: 'Parts of the prompt' }).getByRole('rowheader').allInnerTexts();
    expect(names).toEqual(report.sections.map(({ name }) => name));
    await drawer.getByRole('button', { name: `Tools (${report.tools.count})` }).click();
    expect(await drawer.getByRole('table', { name: 'Tools' }).getByRole('rowheader').count()).toBe(report.tools.count);
  });

  it('says of a session what the model was told in its last turn', async () => {
    const chat = await fixture.open(undefined, server.url);
    await chat.ask('Run `echo hello`');
    const drawer = await chat.openView('Context');
    await drawer.getByText(/^What the model was told beside the conversation in its last turn/).waitFor();
  });
}

/** What is typed with a slash is answered by the server, and the page follows where that leads. */
export function commandsSuite(fixture: PageFixture): void {
  let server: BuiltServer;
  beforeAll(async () => {
    server = await startServer();
  });

  it.each(['/help', '/status', '/context list', '/reasoning on', '/stop'])('answers %s like a message, and goes on', async (command) => {
    const chat = await fixture.open(undefined, server.url);
    await chat.ask(command);
    expect((await chat.lastAnswer.innerText()).length).toBeGreaterThan(10);
    await chat.ask('Run `echo still-here`');
    expect(await chat.lastAnswer.innerText()).toContain('still-here');
    expect(await chat.turns.count()).toBe(2);
  });

  it('goes on in the session that /new begins, with an empty page but for its answer', async () => {
    const chat = await fixture.open(undefined, server.url);
    await chat.ask('Run `echo first`');
    await chat.ask('/new');
    expect(await chat.eventually(() => chat.turns.count(), (turns) => turns === 1)).toBe(1);
    const [sessionId = ''] = /[0-9a-f-]{36}/.exec(await chat.lastAnswer.innerText()) ?? [];
    await chat.ask('Run `echo second`');
    const stored = (await (await fetch(`${server.url}/api/sessions/${sessionId}`)).json()) as { messages: { role: string; content: string }[] };
    expect(stored.messages.filter(({ role }) => role === 'user').map(({ content }) => content)).toEqual(['Run `echo second`']);
  });
}
