import type { ChatPage, PageFixture } from '../support/page-fixture.js';
import { chatAnswer } from '../support/scripted-server.mjs';

const APPROVAL = {
  id: 'approval-1',
  sessionId: 'session-1',
  command: 'rm -rf ./build/\u202Ex\u200B\u00A0y\nls',
  directory: '/home/ada/project',
  expiresAt: '2030-01-01T00:00:00Z',
};

export function approvalsAndStopSuite(fixture: PageFixture): void {
  const openBusy = async (): Promise<ChatPage> => {
    const chat = await fixture.open();
    fixture.server.answer(chatAnswer());
    await chat.ask('First');
    await chat.send('Second');
    await chat.shows(/^Working/);
    return chat;
  };
  const posted = (path: string) => fixture.server.requestsTo('POST', path);

  it('show the exact command, invisible characters included, with the focus on Deny', async () => {
    fixture.server.approvals = { approvals: [{ ...APPROVAL, id: 'other', sessionId: 'another session' }, APPROVAL] };
    const chat = await openBusy();
    const block = chat.page.getByRole('group', { name: 'Jarvis wants to run this command' });
    await block.waitFor();
    expect(await block.count()).toBe(1);
    expect(await block.locator('pre').innerText()).toBe('rm -rf ./build/\\u{202E}x\\u{200B}\\u{A0}y\nls');
    expect(await block.innerText()).toContain('in /home/ada/project');
    expect(await chat.page.locator(':focus').innerText()).toBe('Deny');
  });

  it('are shown during the first message too, and only those of its session', async () => {
    fixture.server.approvals = { approvals: [{ ...APPROVAL, id: 'other', sessionId: 'another session' }, APPROVAL] };
    const chat = await fixture.open();
    await chat.send('First');
    await chat.button('Deny').waitFor();
    expect(await chat.button('Deny').count()).toBe(1);
  });

  it('are looked for as soon as a tool runs, and not only now and then', async () => {
    const chat = await fixture.open();
    await chat.page.clock.install();
    await chat.send('First');
    const run = await fixture.runOf(chat);
    await chat.page.clock.runFor(100);
    fixture.server.approvals = [APPROVAL];
    run.emit({ tool: { callId: 'c1', name: 'exec', args: { cmd: 'ls' } } });
    // What the page does with the frame, and no more: far less than the time between two looks.
    await chat.eventually(async () => (await chat.page.clock.runFor(20), chat.button('Deny').count()), (count) => count > 0);
    expect(fixture.server.requestsTo('GET', '/api/approvals')).toHaveLength(1);
  });

  it.each([
    ['Allow once', 'allow-once'],
    ['Always allow this exact command', 'allow-always'],
    ['Deny', 'deny'],
  ])('send "%s" as %s and go', async (name, decision) => {
    fixture.server.approvals = [APPROVAL];
    const chat = await openBusy();
    await chat.button(name).click();
    expect(await chat.eventually(() => chat.button('Deny').count(), (count) => count === 0)).toBe(0);
    expect(posted('/api/approvals/approval-1').map((request) => request.body)).toEqual([{ decision }]);
    fixture.server.answer(chatAnswer());
    await chat.settled();
    expect(await chat.page.locator(':focus').getAttribute('id')).toBe('message');
  });

  it('stay, and say so, where the server does not take the decision', async () => {
    fixture.server.approvals = [APPROVAL];
    const chat = await openBusy();
    await chat.page.route('**/api/approvals/*', (route) => route.fulfill({ status: 403, json: { error: 'No.' } }));
    await chat.button('Allow once').click();
    await chat.shows('The server did not take the decision.');
    expect(await chat.button('Deny').count()).toBe(1);
  });

  it('are not asked for again where the server has none', async () => {
    const chat = await openBusy();
    await chat.shows('Working ... 4 s');
    expect(fixture.server.requests.filter((request) => request.path === '/api/approvals')).toHaveLength(1);
  });

  it.each(['the button', 'Escape'])('stop the running turn with %s', async (way) => {
    const chat = await openBusy();
    if (way === 'Escape') await chat.page.keyboard.press('Escape');
    else await chat.button('Stop').click();
    await chat.shows(/^Stopping/);
    expect(posted('/api/sessions/session-1/abort')).toHaveLength(1);
    fixture.server.answer(chatAnswer({ response: 'As far as I got.', status: 'aborted' }));
    await chat.settled();
    await chat.shows('Stopped.');
    await chat.button('Send').waitFor();
  });

  it('stop the first message too', async () => {
    const chat = await fixture.open();
    await chat.send('First');
    await fixture.runOf(chat);
    await chat.button('Stop').click();
    await chat.shows(/^Stopping/);
    expect(posted('/api/sessions/session-1/abort')).toHaveLength(1);
    fixture.server.answer(chatAnswer({ response: 'As far as I got.', status: 'aborted' }));
    await chat.settled();
    await chat.shows('Stopped.');
  });

  it('stop a turn that was asked to before it had begun', async () => {
    const chat = await fixture.open();
    const held = await chat.holdRequests('**/api/chat');
    await chat.send('First');
    await chat.button('Stop').click();
    expect(posted('/api/sessions/session-1/abort')).toHaveLength(0);
    await held.release();
    expect(await chat.eventually(async () => posted('/api/sessions/session-1/abort').length, (count) => count > 0)).toBe(1);
  });

  it('say when the turn could not be stopped', async () => {
    const chat = await openBusy();
    await chat.page.route('**/abort', (route) => route.fulfill({ status: 409, json: { error: 'Nothing runs.' } }));
    await chat.button('Stop').click();
    await chat.shows('it could not be stopped');
  });
}
