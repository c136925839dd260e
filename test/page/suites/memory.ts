import { startServer, type BuiltServer } from '../../support/start-server.mjs';
import type { ChatPage, PageFixture } from '../support/page-fixture.js';
import { focusedName } from '../support/probes.mjs';

/** What is remembered: on the built server itself. */
export function memorySuite(fixture: PageFixture): void {
  let server: BuiltServer;
  beforeAll(async () => {
    server = await startServer();
  });
  const facts = async () => ((await (await fetch(`${server.url}/api/memories`)).json()) as { memories: { rowid: number; fact: string }[] }).memories;
  const remember = (...list: string[]) =>
    fetch(`${server.url}/api/memories/bulk`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ memories: list.map((fact) => ({ fact })) }) });
  const openMemory = async (chat?: ChatPage) => {
    const page = chat ?? (await fixture.open(undefined, server.url));
    const drawer = await page.openView('Memory');
    return { chat: page, drawer, rows: drawer.getByRole('list', { name: 'Memories' }).getByRole('listitem') };
  };
  afterEach(async () => {
    const rowids = (await facts()).map(({ rowid }) => rowid);
    if (rowids.length > 0) await fetch(`${server.url}/api/memories/bulk`, { method: 'DELETE', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ rowids }) });
  });

  it('says who said what when, and leads to the session in which it was said', async () => {
    const chat = await fixture.open(undefined, server.url);
    await chat.ask('Remember that I prefer tea');
    await chat.button('New Session').click();
    const { drawer, rows } = await openMemory(chat);
    await rows.first().waitFor();
    expect(await rows.first().innerText()).toBe('I prefer tea\nyou said so in a chat · just now · preference');
    await drawer.getByRole('button', { name: /^I prefer tea/ }).click();
    await drawer.getByRole('button', { name: 'Open the session' }).click();
    await chat.shows('Remember that I prefer tea');
    expect(await drawer.count()).toBe(0);
  });

  it('is searched as one types', async () => {
    await remember('The cat is called Ada', 'The dog is called Bo', 'Tea is kept in the cupboard');
    const { chat, drawer, rows } = await openMemory();
    await rows.nth(2).waitFor();
    await drawer.getByRole('searchbox', { name: 'Search memories' }).fill('called');
    expect(await chat.eventually(() => rows.count(), (count) => count === 2)).toBe(2);
    await drawer.getByRole('searchbox').fill('nonsense');
    await chat.shows('Nothing that is remembered matches “nonsense”.');
  });

  it('is corrected, says what it was, and takes the correction back', async () => {
    await remember('I prefer coffee');
    const { chat, drawer, rows } = await openMemory();
    await drawer.getByRole('button', { name: /^I prefer coffee/ }).click();
    await drawer.getByRole('button', { name: 'Edit' }).click();
    expect(await chat.page.evaluate(focusedName)).toBe('What Jarvis should remember');
    await chat.page.keyboard.press('Escape');
    expect(await drawer.count()).toBe(1);
    await drawer.getByRole('button', { name: 'Edit' }).click();
    await drawer.getByRole('textbox', { name: 'What Jarvis should remember' }).fill('I prefer tea');
    await drawer.getByRole('button', { name: 'Save' }).click();
    await rows.getByText('I prefer tea').first().waitFor();
    expect((await facts()).map(({ fact }) => fact)).toEqual(['I prefer tea']);
    await drawer.getByRole('button', { name: 'History' }).click();
    const history = drawer.getByRole('list', { name: 'History' }).getByRole('listitem');
    await history.nth(1).waitFor();
    expect((await history.allInnerTexts()).join()).toMatch(/First said[\s\S]*I prefer coffee[\s\S]*Corrected[\s\S]*I prefer tea/);
    await drawer.getByRole('button', { name: 'Undo the correction' }).click();
    expect(await chat.eventually(facts, ([one]) => one?.fact === 'I prefer coffee')).toHaveLength(1);
  });

  it('is deleted, and brought back', async () => {
    await remember('I prefer coffee');
    const { chat, drawer } = await openMemory();
    await drawer.getByRole('button', { name: /^I prefer coffee/ }).click();
    await drawer.getByRole('button', { name: 'Delete' }).click();
    await drawer.getByText('Deleted: I prefer coffee').waitFor();
    expect(await chat.page.evaluate(focusedName)).toBe('Undo');
    expect(await facts()).toEqual([]);
    await chat.page.keyboard.press('Enter');
    await drawer.getByRole('button', { name: /^I prefer coffee/ }).waitFor();
    expect(await facts()).toHaveLength(1);
  });

  it('is deleted in one go where a search found it, and brought back likewise', async () => {
    await remember('The cat is called Ada', 'The dog is called Bo', 'Tea is kept in the cupboard');
    const { chat, drawer, rows } = await openMemory();
    await rows.nth(2).waitFor();
    await drawer.getByRole('searchbox').fill('called');
    await drawer.getByRole('button', { name: 'Delete all 2 found' }).click();
    await drawer.getByText('Deleted: 2 memories').waitFor();
    expect((await facts()).map(({ fact }) => fact)).toEqual(['Tea is kept in the cupboard']);
    await drawer.getByRole('button', { name: 'Undo' }).click();
    expect(await chat.eventually(() => rows.count(), (count) => count === 2)).toBe(2);
    expect(await facts()).toHaveLength(3);
  });

  it('keeps what was typed, and says so, where the server does not take it', async () => {
    await remember('I prefer coffee');
    const { chat, drawer } = await openMemory();
    await chat.page.route('**/api/memories/*', (route) => (route.request().method() === 'PUT' ? route.fulfill({ status: 500, json: { error: 'The disk is full.' } }) : route.continue()));
    await drawer.getByRole('button', { name: /^I prefer coffee/ }).click();
    await drawer.getByRole('button', { name: 'Edit' }).click();
    const field = drawer.getByRole('textbox', { name: 'What Jarvis should remember' });
    await field.fill('I prefer tea');
    await drawer.getByRole('button', { name: 'Save' }).click();
    await drawer.getByText('The disk is full.').waitFor();
    expect(await field.inputValue()).toBe('I prefer tea');
  });
}
