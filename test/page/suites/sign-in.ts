import { startServer, type BuiltServer } from '../../support/start-server.mjs';
import { NARROW, type PageFixture } from '../support/page-fixture.js';
import { focusedName, lowContrast, smallTargets, sticksOut } from '../support/probes.mjs';

const PIN = '493817';

/** The page on a server with a PIN: a guest by itself, the owner where it is wanted. */
export function signInSuite(fixture: PageFixture): void {
  let server: BuiltServer;
  beforeAll(async () => {
    server = await startServer({ env: { JARVIS_ADMIN_PIN: PIN } });
  });
  const openGuarded = (viewport?: typeof NARROW) => fixture.open(viewport, server.url);

  it('is not heard of on a server that asks for none', async () => {
    const chat = await fixture.open();
    await chat.openView('Settings');
    expect(await chat.page.getByText(/guest|PIN|Sign/).count()).toBe(0);
    expect(fixture.server.requests.filter(({ path, headers }) => path.startsWith('/api/auth') || headers['x-session-id'] !== undefined)).toEqual([]);
  });

  it('lets a guest chat without being asked, and keeps the session over a reload', async () => {
    const chat = await openGuarded();
    await chat.ask('Hello');
    await chat.turns.first().locator('.answer').waitFor();
    expect(await chat.page.getByText('This needs the owner’s PIN').count()).toBe(0);
    const kept = () => chat.page.evaluate<string>("sessionStorage.getItem('jarvis.access-session')");
    const before = await kept();
    expect(before).toMatch(/^guest [0-9a-f]{32}$/);
    await chat.page.reload();
    await chat.ask('Hello again');
    expect(await kept()).toBe(before);
  });

  it('asks for the PIN when something needs it, does it then, and loses nothing that was typed', async () => {
    const chat = await openGuarded();
    await chat.input.fill('Half a sentence');
    const drawer = await chat.openView('Settings');
    await drawer.getByRole('button', { name: 'Presets' }).click();
    await drawer.getByRole('button', { name: 'New preset' }).click();
    await chat.page.keyboard.type('Pirate');
    await drawer.getByRole('textbox', { name: 'What Jarvis should keep to' }).fill('Be a pirate.');
    await drawer.getByRole('button', { name: 'Save' }).click();
    const field = drawer.getByLabel('This needs the owner’s PIN');
    await field.waitFor();
    expect(await chat.eventually(() => chat.page.evaluate(focusedName), (name) => name.startsWith('This'))).toBe('This needs the owner’s PIN');
    await field.fill('1234');
    await field.press('Enter');
    await drawer.getByText('Invalid PIN').waitFor();
    await field.fill(PIN);
    await field.press('Enter');
    await drawer.getByRole('button', { name: /^Pirate/ }).waitFor();
    await drawer.getByText('You are signed in as the owner.').waitFor();
    await chat.page.keyboard.press('Escape');
    expect(await chat.input.inputValue()).toBe('Half a sentence');
    const again = await chat.openView('Settings');
    await again.getByRole('button', { name: 'Sign out' }).click();
    expect(await chat.page.evaluate("sessionStorage.getItem('jarvis.access-session')")).toBeNull();
  });

  it('takes no for an answer, and what was typed stays where it was', async () => {
    const chat = await openGuarded();
    const drawer = await chat.openView('Settings');
    await drawer.getByRole('button', { name: 'Presets' }).click();
    await drawer.getByRole('button', { name: 'New preset' }).click();
    await chat.page.keyboard.type('Parrot');
    const prompt = drawer.getByRole('textbox', { name: 'What Jarvis should keep to' });
    await prompt.fill('Repeat.');
    await drawer.getByRole('button', { name: 'Save' }).click();
    await drawer.getByLabel('This needs the owner’s PIN').waitFor();
    expect(await chat.eventually(() => chat.page.evaluate(focusedName), (name) => name.startsWith('This'))).toBe('This needs the owner’s PIN');
    await chat.page.keyboard.press('Escape');
    await drawer.getByText('Not saved: Admin PIN required for this action').waitFor();
    expect(await drawer.getByLabel('This needs the owner’s PIN').count()).toBe(0);
    expect(await prompt.inputValue()).toBe('Repeat.');
  });

  it('shows a guest the sessions that they began, and leads back into them', async () => {
    const chat = await openGuarded();
    await chat.ask('A guest says hello');
    const answer = await chat.lastAnswer.innerText();
    await chat.button('New Session').click();
    const drawer = await chat.openSessions();
    await drawer.getByRole('button', { name: /hello/i }).first().click();
    await chat.turns.first().waitFor();
    expect(await chat.lastAnswer.innerText()).toBe(answer);
  });

  it('shows the owner more than a guest, as soon as they sign in', async () => {
    const chat = await openGuarded();
    await chat.ask('Hello');
    const drawer = await chat.openView('Memory');
    await drawer.getByText('You are a guest: what the owner keeps is not shown.').waitFor();
    await drawer.getByRole('button', { name: 'Sign in' }).click();
    expect(await chat.eventually(() => chat.page.evaluate(focusedName), (name) => name.startsWith('This'))).toBe('This needs the owner’s PIN');
    await chat.page.keyboard.type(PIN);
    await chat.page.keyboard.press('Enter');
    await drawer.getByLabel('This needs the owner’s PIN').waitFor({ state: 'detached' });
    expect(await drawer.getByText('You are a guest').count()).toBe(0);
    await drawer.getByText('Nothing is remembered yet').waitFor();
    await chat.page.keyboard.press('Escape');
    await chat.ask('Remember that I prefer tea');
    await (await chat.openView('Memory')).getByRole('button', { name: /^I prefer tea/ }).waitFor();
  });

  it('begins a new guest session by itself where the old one has ended, and sends the message again', async () => {
    const chat = await openGuarded();
    await chat.ask('Hello');
    await chat.page.evaluate(`sessionStorage.setItem('jarvis.access-session', 'guest ${'0'.repeat(32)}')`);
    await chat.page.reload();
    await chat.ask('Hello again');
    await chat.turns.first().locator('.answer').waitFor();
    expect(await chat.page.evaluate("sessionStorage.getItem('jarvis.access-session')")).not.toContain('0'.repeat(32));
  });

  it('tells the server every 30 seconds that it is there, while it is', async () => {
    const chat = await openGuarded();
    const beats: string[] = [];
    chat.page.on('request', (request) => {
      if (request.url().endsWith('/api/auth/heartbeat')) beats.push(request.method());
    });
    await chat.page.clock.install();
    await chat.ask('Hello');
    expect(beats).toEqual([]);
    await chat.page.clock.runFor(61_000);
    expect(await chat.eventually(async () => beats.length, (count) => count === 2)).toBe(2);
  });

  it('can be read and used on a telephone', async () => {
    const chat = await openGuarded(NARROW);
    await chat.ask('Hello');
    await chat.button('Sessions').click();
    await chat.page.getByRole('button', { name: 'Sign in' }).click();
    await chat.page.getByLabel('This needs the owner’s PIN').waitFor();
    expect(await chat.page.evaluate(sticksOut)).toEqual([]);
    expect(await chat.page.evaluate(smallTargets, 44)).toEqual([]);
    expect(await chat.page.evaluate(lowContrast, 4.5)).toEqual([]);
  });
}
