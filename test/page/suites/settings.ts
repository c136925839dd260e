import { startServer, type BuiltServer } from '../../support/start-server.mjs';
import type { PageFixture } from '../support/page-fixture.js';
import { chatAnswer } from '../support/scripted-server.mjs';
import { SETTINGS_REPLIES } from '../support/view-scenes.mjs';

/** Settings, presets, profile and skills: what is kept on the built server itself, what goes with a message on the scripted one. */
export function settingsSuite(fixture: PageFixture): void {
  let server: BuiltServer;
  beforeAll(async () => {
    server = await startServer();
  });
  const get = async <T>(path: string): Promise<T> => (await (await fetch(`${server.url}${path}`)).json()) as T;
  const openSettings = async () => {
    const chat = await fixture.open(undefined, server.url);
    return { chat, drawer: await chat.openView('Settings') };
  };

  it('send the chosen preset with every message of the chat, and the chosen model with the next alone', async () => {
    for (const [route, answer] of Object.entries(SETTINGS_REPLIES)) fixture.server.reply(route, answer);
    const chat = await fixture.open();
    const drawer = await chat.openView('Settings');
    await drawer.getByRole('combobox', { name: 'Preset' }).selectOption('Pirate');
    await drawer.getByRole('combobox', { name: 'Model for the next message' }).selectOption({ index: 2 });
    await chat.page.keyboard.press('Escape');
    const chosen = chat.page.getByRole('list', { name: 'What goes with the message' }).getByRole('listitem');
    expect(await chosen.count()).toBe(2);
    for (const text of ['One', 'Two']) {
      fixture.server.answer(chatAnswer());
      await chat.ask(text);
    }
    const model = 'a-provider/a-model-with-a-name-that-is-too-long-for-any-telephone-and-some-more-of-it:free';
    expect(fixture.server.messages).toEqual([
      { sessionId: null, message: 'One', system_prompt: 'Answer as a pirate would.', model },
      { sessionId: 'session-1', message: 'Two', system_prompt: 'Answer as a pirate would.' },
    ]);
    await chat.button('Remove preset Pirate').click();
    expect(await chosen.count()).toBe(0);
  });

  it('send a failed message again with what went with it, under the same key', async () => {
    for (const [route, answer] of Object.entries(SETTINGS_REPLIES)) fixture.server.reply(route, answer);
    const chat = await fixture.open();
    const drawer = await chat.openView('Settings');
    await drawer.getByRole('combobox', { name: 'Model for the next message' }).selectOption('openrouter/free');
    await chat.page.keyboard.press('Escape');
    fixture.server.answer({ error: 'No.', status: 'model_error' }, 500);
    await chat.ask('One');
    fixture.server.answer(chatAnswer());
    await chat.button('Try again').click();
    await chat.settled();
    const [first, second] = fixture.server.messages;
    expect(second).toEqual(first);
    expect(first).toMatchObject({ model: 'openrouter/free' });
  });

  it('change what holds for all chats, at once and for good', async () => {
    const { chat, drawer } = await openSettings();
    await drawer.getByRole('checkbox', { name: /^Web search/ }).uncheck();
    expect(await chat.eventually(() => get('/api/settings'), (all) => !(all as { search_enabled: boolean }).search_enabled)).toMatchObject({ search_enabled: false, memory_enabled: true });
  });

  it('go back, and say so, where the server does not take a change', async () => {
    const { chat, drawer } = await openSettings();
    await chat.page.route('**/api/settings', (route) => (route.request().method() === 'PUT' ? route.fulfill({ status: 500, json: { error: 'The disk is full.' } }) : route.continue()));
    await drawer.getByRole('checkbox', { name: /^Memory/ }).click();
    await drawer.getByText('Not saved: The disk is full.').waitFor();
    expect(await drawer.getByRole('checkbox', { name: /^Memory/ }).isChecked()).toBe(true);
  });

  it('keep the profile, and offer the one it had at first', async () => {
    const { chat, drawer } = await openSettings();
    await drawer.getByRole('button', { name: 'Profile' }).click();
    const field = drawer.getByRole('textbox', { name: /^What Jarvis should always know/ });
    await field.fill('I live in Berlin.');
    await chat.page.keyboard.press('Escape');
    await drawer.getByRole('button', { name: 'Save' }).click();
    await drawer.getByText('Saved.').waitFor();
    expect(await get('/api/profile')).toMatchObject({ content: 'I live in Berlin.' });
    await drawer.getByRole('button', { name: /^Fill in/ }).click();
    expect(await chat.eventually(() => field.inputValue(), (text) => text !== 'I live in Berlin.')).not.toBe('I live in Berlin.');
  });

  it('write, change and delete presets; those that came with Jarvis stay', async () => {
    const { chat, drawer } = await openSettings();
    await drawer.getByRole('button', { name: 'Presets' }).click();
    const names = async () => (await get<{ name: string; prompt: string }[]>('/api/presets')).map(({ name, prompt }) => `${name}: ${prompt}`);
    await drawer.getByRole('button', { name: 'New preset' }).click();
    await chat.page.keyboard.type('Pirate');
    await drawer.getByRole('textbox', { name: 'What Jarvis should keep to' }).fill('Be a pirate.');
    await drawer.getByRole('button', { name: 'Save' }).click();
    await drawer.getByRole('button', { name: /^Pirate/ }).click();
    expect(await names()).toContain('Pirate: Be a pirate.');
    await drawer.getByRole('button', { name: 'Edit Pirate' }).click();
    await drawer.getByRole('textbox', { name: 'What Jarvis should keep to' }).fill('Be a kind pirate.');
    await drawer.getByRole('button', { name: 'Save' }).click();
    await drawer.getByText('Be a kind pirate.').waitFor();
    expect(await names()).toContain('Pirate: Be a kind pirate.');
    await drawer.getByRole('button', { name: 'Delete Pirate' }).click();
    await drawer.getByRole('button', { name: 'Undo' }).click();
    await drawer.getByRole('button', { name: 'Delete Pirate' }).click();
    await chat.page.keyboard.press('Escape');
    expect(await chat.eventually(names, (all) => all.length === 3)).toHaveLength(3);
    const again = await chat.openView('Settings');
    await again.getByRole('button', { name: 'Presets' }).click();
    await again.getByRole('button', { name: /^General Assistant/ }).click();
    expect(await again.getByRole('button', { name: /^Delete/ }).count()).toBe(0);
  });

  it('switch skills', async () => {
    const { chat, drawer } = await openSettings();
    await drawer.getByRole('button', { name: 'Skills' }).click();
    await drawer.getByRole('checkbox', { name: /^Memory Forget/ }).uncheck();
    const off = async () => (await get<{ skills: { key: string; enabled: boolean }[] }>('/api/skills')).skills.filter(({ enabled }) => !enabled).map(({ key }) => key);
    expect(await chat.eventually(off, (keys) => keys.length > 0)).toEqual(['memory.forget']);
  });

  it('tell how busy the machine is only while they are looked at', async () => {
    for (const [route, answer] of Object.entries(SETTINGS_REPLIES)) fixture.server.reply(route, answer);
    const chat = await fixture.open();
    await chat.page.clock.install();
    const asked = () => fixture.server.requestsTo('GET', '/api/stats').length;
    const drawer = await chat.openView('Settings');
    await drawer.getByText('Processor 13 % · memory 6.9 of 16 GiB · graphics 3 %, its memory 40 %').waitFor();
    await chat.page.clock.runFor(6_000);
    expect(await chat.eventually(async () => asked(), (count) => count === 2)).toBe(2);
    await drawer.getByRole('button', { name: 'Close' }).click();
    await chat.page.clock.runFor(20_000);
    expect(asked()).toBe(2);
  });
}
