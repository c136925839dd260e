import { expandRow, fillSessions, openDrawer, storedTurn } from '../support/open-drawer.js';
import { NARROW, type PageFixture } from '../support/page-fixture.js';
import { focusedName, focusIsVisible, lowContrast, namelessControls, smallTargets, sticksOut } from '../support/probes.mjs';
import { transcript } from '../support/transcripts.mjs';

/** Sessions: found, looked through and continued. */
export function sessionsSuite(fixture: PageFixture): void {
  it('lie in a drawer, newest first, with dates in words', async () => {
    const { drawer, rows } = await openDrawer(fixture);
    expect(await rows.allInnerTexts()).toEqual(['Alpha backup\n5 minutes ago', 'Beta notes\n12 March 2024', 'Gamma plan\n11 March 2024']);
    expect(await drawer.locator('time').first().getAttribute('datetime')).toMatch(/^\d{4}-/);
  });

  it('can be opened, searched and continued with the keyboard alone', async () => {
    fillSessions(fixture);
    const chat = await fixture.open();
    await chat.input.waitFor();
    await chat.page.keyboard.press('Control+k');
    const drawer = chat.page.getByRole('dialog', { name: 'Sessions' });
    await drawer.getByText('Gamma plan').waitFor();
    expect(await chat.page.evaluate(focusedName)).toBe('Search sessions');
    await chat.page.keyboard.type('beta');
    expect(await chat.eventually(() => drawer.getByRole('listitem').count(), (count) => count === 1)).toBe(1);
    await chat.page.keyboard.press('ArrowDown');
    expect(await chat.page.evaluate(focusIsVisible)).toBe(true);
    await chat.page.keyboard.press('Enter');
    await chat.shows('The beta answer.');
    expect(await drawer.count()).toBe(0);
    expect(await chat.eventually(() => chat.page.evaluate(focusedName), (name) => name !== '')).toBe('Message to Jarvis');
    fixture.server.answer({ sessionId: 'b', response: 'More beta.', status: 'ok' });
    await chat.ask('Go on');
    expect(fixture.server.messages).toEqual([{ sessionId: 'b', message: 'Go on' }]);
    expect(await chat.turns.count()).toBe(2);
  });

  it('are walked with the arrows, and Tab stays in the drawer', async () => {
    const { chat } = await openDrawer(fixture);
    const focused = () => chat.page.evaluate(focusedName);
    for (const [key, name] of [['ArrowDown', 'Alpha backup'], ['ArrowDown', 'Beta notes'], ['ArrowUp', 'Alpha backup'], ['ArrowUp', 'Search sessions'], ['ArrowUp', 'Search sessions']] as const) {
      await chat.page.keyboard.press(key);
      expect(await focused()).toContain(name);
    }
    for (let step = 0; step < 12; step++) {
      await chat.page.keyboard.press('Tab');
      expect(await chat.page.evaluate("document.activeElement === document.body || document.querySelector('dialog').contains(document.activeElement)")).toBe(true);
    }
  });

  it.each(['Escape', 'Control+k', 'Close', 'a click beside it'])('are put away with %s, and the focus is where it was', async (way) => {
    const { chat, drawer } = await openDrawer(fixture);
    if (way === 'Close') await drawer.getByRole('button', { name: 'Close' }).click();
    else if (way.startsWith('a click')) await chat.page.mouse.click(100, 300);
    else await chat.page.keyboard.press(way);
    expect(await chat.eventually(() => drawer.count(), (count) => count === 0)).toBe(0);
    expect(await chat.page.evaluate(focusedName)).toBe('Sessions');
  });

  it('do not stop the running turn with the Escape that closes the drawer', async () => {
    const chat = await fixture.open();
    await chat.send('Slow');
    await fixture.runOf(chat);
    await chat.openSessions();
    await chat.page.keyboard.press('Escape');
    await chat.shows(/^Working/);
    expect(fixture.server.requestsTo('POST', '/api/sessions/session-1/abort')).toHaveLength(0);
  });

  it('show what was said as people read it: the response, the calls, no summary', async () => {
    const { chat, drawer } = await openDrawer(fixture);
    await drawer.getByRole('button', { name: /^Beta notes/ }).click();
    await chat.shows('The beta answer.');
    expect(await chat.page.locator('summary').allInnerTexts()).toEqual(['exec\nls\nok']);
    expect(await chat.lastAnswer.locator('strong').innerText()).toBe('beta');
    expect(await chat.page.getByText('A summary for the log.').count()).toBe(0);
    expect(await chat.page.getByText('You are Jarvis.').count()).toBe(0);
    const again = await chat.openSessions();
    expect(await again.locator('[aria-current="true"]').innerText()).toContain('Beta notes');
  });

  it('leave a running turn to the server when another one is opened', async () => {
    fillSessions(fixture);
    const chat = await fixture.open();
    await chat.send('Slow');
    const run = await fixture.runOf(chat);
    await (await chat.openSessions()).getByRole('button', { name: /^Alpha backup/ }).click();
    await chat.shows('The alpha answer.');
    await chat.settled();
    run.say('Late.').end();
    expect(await chat.eventually(async () => fixture.server.watcherCount, (count) => count === 0)).toBe(0);
    expect(await chat.turns.count()).toBe(1);
  });

  it('come page by page', async () => {
    fixture.server.transcripts = Array.from({ length: 70 }, (_, index) => transcript(`s${index}`, storedTurn('Q', 'A'), { title: `Number ${index}` }));
    const chat = await fixture.open();
    const drawer = await chat.openSessions();
    const rows = drawer.getByRole('listitem');
    const count = (wanted: number) => chat.eventually(() => rows.count(), (found) => found === wanted);
    expect(await count(30)).toBe(30);
    await drawer.getByRole('button', { name: 'Show more' }).click();
    expect(await count(60)).toBe(60);
    await drawer.getByRole('button', { name: 'Show more' }).click();
    expect(await count(70)).toBe(70);
    expect(await drawer.getByRole('button', { name: 'Show more' }).count()).toBe(0);
    await drawer.getByRole('searchbox').fill('Number 6');
    expect(await count(11)).toBe(11);
  });

  it('say when there is none, when a search finds none, and when they cannot be read', async () => {
    const chat = await fixture.open();
    const drawer = await chat.openSessions();
    await drawer.getByText('There are no sessions yet.').waitFor();
    await drawer.getByRole('searchbox').fill('xyz');
    await drawer.getByText('No session has “xyz” in its title.').waitFor();
    await chat.page.route('**/api/sessions?*', (route) => route.fulfill({ status: 403, json: { error: 'Only the owner may read this.' } }));
    await drawer.getByRole('searchbox').fill('abc');
    await drawer.getByText('Only the owner may read this.').waitFor();
    await chat.page.unroute('**/api/sessions?*');
    fillSessions(fixture);
    await drawer.getByRole('searchbox').fill('');
    await drawer.getByText('Alpha backup').waitFor();
  });

  it('stay in the list, and say so, where they cannot be opened', async () => {
    const { chat, drawer } = await openDrawer(fixture);
    fixture.server.transcripts = [];
    await drawer.getByRole('button', { name: /^Alpha backup/ }).click();
    await drawer.getByText('There is no such session.').waitFor();
    expect(await chat.turns.count()).toBe(0);
  });

  it('can be read and used, also on a telephone', async () => {
    const { chat, drawer } = await openDrawer(fixture, NARROW);
    await expandRow(drawer, 'Alpha backup');
    await expandRow(drawer, 'Beta notes');
    await drawer.getByRole('button', { name: 'Delete Beta notes' }).click();
    await expandRow(drawer, 'Gamma plan');
    expect(await chat.page.evaluate(lowContrast, 4.5)).toEqual([]);
    expect(await chat.page.evaluate(namelessControls)).toEqual([]);
    expect(await chat.page.evaluate(sticksOut)).toEqual([]);
    expect(await chat.page.evaluate(smallTargets, 44)).toEqual([]);
    const box = await drawer.boundingBox();
    expect(box).toEqual({ x: 0, y: 0, width: NARROW.width, height: NARROW.height });
  });
}
