import type { ChatPage, PageFixture } from '../support/page-fixture.js';
import { storedAnswer, transcript } from '../support/transcripts.mjs';

const EARLIER = [{ role: 'user', content: 'Earlier' }, storedAnswer('An earlier answer.')];

export function reloadAndWatchingSuite(fixture: PageFixture): void {
  /** A page with a turn that runs in `session-1`, which the server has stored with what was before. */
  const openBusy = async () => {
    const chat = await fixture.open();
    await chat.send('Go');
    const run = await fixture.runOf(chat);
    fixture.server.transcripts = [transcript('session-1', [...EARLIER, { role: 'user', content: 'Go' }])];
    run.emit({ tool: { callId: 'c', name: 'exec', args: { cmd: 'make' } } }).say('One ');
    await chat.shows('One');
    return { chat, run };
  };
  const hasWatchers = (chat: ChatPage, wanted: number) => chat.eventually(async () => fixture.server.watcherCount, (count) => count === wanted);

  it('comes back to the running turn after a reload, with what was before and what is after', async () => {
    const { chat, run } = await openBusy();
    await chat.page.reload();
    await chat.shows('One');
    run.emit({ tool: { callId: 'c', name: 'exec', args: { cmd: 'make' }, status: 'ok', result: 'made' } }).say('two.');
    await chat.shows('One two.');
    expect(await chat.turns.locator('p').first().innerText()).toBe('Earlier');
    expect(await chat.turns.count()).toBe(2);
    expect(await chat.page.locator('summary').allInnerTexts()).toEqual(['exec\nmake\nok']);
    expect(await chat.input.inputValue()).toBe('');
    await chat.button('Stop').click();
    run.end('aborted');
    await chat.settled();
    await chat.shows('Stopped.');
    expect(await chat.page.locator(':focus').getAttribute('id')).toBe('message');
    expect(fixture.server.messages).toHaveLength(1);
  });

  it('shows what came of the turn where it has ended while the page was away', async () => {
    const { chat, run } = await openBusy();
    await chat.page.goto('about:blank');
    run.say('two.').end();
    fixture.server.transcripts = [transcript('session-1', [...EARLIER, { role: 'user', content: 'Go' }, storedAnswer('One two.')])];
    await chat.page.goto(fixture.server.url);
    await chat.shows('One two.');
    expect(await chat.input.inputValue()).toBe('');
    await chat.page.reload();
    await chat.page.getByRole('list', { name: 'Examples' }).waitFor();
  });

  it('starts without a session once the turn is over, or was left', async () => {
    const { chat, run } = await openBusy();
    run.end();
    await chat.settled();
    await chat.page.reload();
    await chat.page.getByRole('list', { name: 'Examples' }).waitFor();
    await chat.send('Another');
    await fixture.runOf(chat);
    await chat.button('New Session').click();
    await chat.page.reload();
    await chat.page.getByRole('list', { name: 'Examples' }).waitFor();
    expect(await chat.turns.count()).toBe(0);
  });

  it('starts anew where the session cannot be read any more, and keeps what was not answered', async () => {
    const { chat } = await openBusy();
    fixture.server.transcripts = [];
    fixture.server.runs = [];
    await chat.page.reload();
    await chat.page.getByRole('list', { name: 'Examples' }).waitFor();
    expect(await chat.input.inputValue()).toBe('Go');
  });

  it('waits for a turn that has not begun yet, and then shows it', async () => {
    const chat = await fixture.open();
    await chat.send('Go');
    const run = await fixture.runOf(chat);
    await chat.page.reload();
    await chat.shows('Coming back to the running turn');
    expect(await chat.input.isDisabled()).toBe(true);
    fixture.server.transcripts = [transcript('session-1', [{ role: 'user', content: 'Go' }])];
    run.say('Now.');
    await chat.shows('Now.');
    expect(await chat.turns.count()).toBe(1);
    run.end();
    await chat.settled();
  });

  it('lets two browsers watch one run: both show all of it, and either can stop it', async () => {
    const { chat, run } = await openBusy();
    const other = await fixture.open();
    const drawer = await other.openSessions();
    await drawer.getByText('running now').waitFor();
    await drawer.getByRole('button', { name: /^Session session-1/ }).click();
    await other.shows('One');
    await hasWatchers(other, 2);
    run.say('two ', 'three.');
    for (const page of [chat, other]) {
      await page.shows('One two three.');
      expect(await page.turns.last().locator('summary').innerText()).toMatch(/^exec\nmake\nrunning \d+ s$/);
    }
    await other.button('Stop').click();
    expect(fixture.server.requests.filter((request) => request.path === '/api/sessions/session-1/abort')).toHaveLength(1);
    run.end('aborted');
    for (const page of [chat, other]) {
      await page.settled();
      await page.shows('Stopped.');
      expect(await page.lastAnswer.innerText()).toBe('One two three.');
    }
    fixture.server.answer({ sessionId: 'session-1', response: 'More.', status: 'ok' });
    await other.ask('Go on');
    expect(fixture.server.messages[1]).toEqual({ sessionId: 'session-1', message: 'Go on' });
  });

  it('shows the next turn of another browser when the page is looked at again', async () => {
    const { chat, run } = await openBusy();
    run.end();
    await chat.settled();
    const stored = fixture.server.transcripts[0]?.messages ?? [];
    stored.push(storedAnswer('One two.'), { role: 'user', content: 'From elsewhere' });
    const next = fixture.server.begin('session-1').say('Live.');
    await chat.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
    await chat.shows('Live.');
    expect(await chat.turns.last().locator('p').first().innerText()).toBe('From elsewhere');
    next.end();
    await chat.settled();
    stored.push(storedAnswer('Live.'), { role: 'user', content: 'And again' }, storedAnswer('Ended meanwhile.'));
    await chat.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
    await chat.shows('Ended meanwhile.');
  });
}
