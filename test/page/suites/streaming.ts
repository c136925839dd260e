import type { PageFixture } from '../support/page-fixture.js';
import { storedAnswer, storedCall, transcript } from '../support/transcripts.mjs';

/** Tool frames of a command that runs. */
const START = { tool: { callId: 'c1', name: 'exec', args: { cmd: 'npm test' } } };
const END = { tool: { callId: 'c1', name: 'exec', args: { cmd: 'npm test' }, status: 'ok', result: '{"status":"ok","stdout":"all passed\\n"}' } };

export function streamingSuite(fixture: PageFixture): void {
  const begin = async (text = 'Go') => {
    const chat = await fixture.open();
    await chat.send(text);
    return { chat, run: await fixture.runOf(chat) };
  };
  const textOf = (chat: Awaited<ReturnType<typeof begin>>['chat']) => () => chat.lastAnswer.innerText();
  const watches = () => fixture.server.requests.filter((request) => request.path.endsWith('/events'));

  it('shows the answer while it is written, laid out, and Working below it', async () => {
    const { chat, run } = await begin();
    run.say('There are **t', 'wo** files', ':\n\n- hosts\n-');
    expect(await chat.eventually(textOf(chat), (text) => text.includes('hosts'))).toBe('There are two files:\n\nhosts');
    expect(await chat.lastAnswer.locator('strong').innerText()).toBe('two');
    const answer = await chat.lastAnswer.boundingBox();
    const line = await chat.workingLine.boundingBox();
    expect(line && answer && line.y).toBeGreaterThan(answer?.y ?? 0);
    run.say(' fstab').end();
    await chat.settled();
    expect(await chat.lastAnswer.locator('li').allInnerTexts()).toEqual(['hosts', 'fstab']);
    expect(await chat.workingLine.count()).toBe(0);
  });

  it('leaves what is written already as it is: nothing on the page is made anew', async () => {
    const { chat, run } = await begin();
    run.say('First.\n\n', '```\ncode\n```\n\n', 'Third');
    await chat.eventually(textOf(chat), (text) => text.includes('Third'));
    await chat.page.evaluate("for (const block of document.querySelectorAll('.answer > *')) block.marked = true");
    run.say(' goes on.', '\n\nFourth.').end();
    await chat.settled();
    expect(await chat.page.evaluate("Array.from(document.querySelectorAll('.answer > *'), (block) => block.marked === true)")).toEqual([true, true, true, false]);
  });

  it('drops the text at a reset', async () => {
    const { chat, run } = await begin();
    run.say('Wrong.');
    await chat.shows('Wrong.');
    run.emit({ reset: true }).say('Right.').end();
    await chat.settled();
    expect(await chat.lastAnswer.innerText()).toBe('Right.');
  });

  it('shows a tool call as it runs: the last lines of its output and the seconds so far; then its result', async () => {
    const { chat, run } = await begin();
    run.emit(START);
    const block = chat.turns.last().locator('li').first();
    expect(await chat.eventually(() => block.innerText(), (text) => text.includes('running 1 s'))).toBe('exec\nnpm test\nrunning 1 s');
    run.emit({ tool: { callId: 'c1', output: Array.from({ length: 20 }, (_, index) => `line ${index}\n`).join('') } });
    const output = chat.page.getByRole('group', { name: 'Output of exec' });
    expect(await chat.eventually(() => output.innerText(), (text) => text.includes('line 19'))).toBe('line 14\nline 15\nline 16\nline 17\nline 18\nline 19');
    await block.locator('summary').click();
    run.emit(END).say('All passed.').end();
    await chat.settled();
    expect(await output.count()).toBe(0);
    expect(await block.getByRole('group', { name: 'Result' }).locator('pre').innerText()).toContain('all passed');
  });

  it('keeps reasoning and checkpoints closed, says notices, and keeps the order', async () => {
    const { chat, run } = await begin();
    run.emit({ reasoning: 'First I look.' }).emit(START).emit(END).emit({ reasoning: 'Then ' }).emit({ reasoning: 'I think.' });
    run.emit({ checkpoint: { progress: 'Half of it.', remaining: 'The other half.' } }).emit({ notice: 'Ended early: nothing new came.' }).say('Done.').end();
    await chat.settled();
    const steps = chat.turns.last().getByRole('list', { name: 'Steps' }).getByRole('listitem');
    expect(await steps.allInnerTexts()).toEqual(['Reasoning', 'exec\nnpm test\nok', 'Reasoning', 'Checkpoint: the limit of steps was reached, the work goes on', 'Ended early: nothing new came.']);
    await steps.nth(2).locator('summary').click();
    await chat.shows('Then I think.');
    await steps.nth(3).locator('summary').click();
    await chat.shows('To do: The other half.');
  });

  it('says quietly what a turn took, and never the summary for the log', async () => {
    const { chat, run } = await begin();
    const usage = { promptTokens: 1_234, completionTokens: 56, cachedTokens: 0, model: 'm' };
    run.emit({ usage }).emit({ usage }).say('Done.').emit({ logSummary: 'For the log only.' }).end();
    await chat.settled();
    expect(await chat.turns.last().locator('.cost').innerText()).toMatch(/^\d+\.\d s · 2,468 tokens read, 112 written$/);
    expect(await chat.page.getByText('For the log only.').count()).toBe(0);
  });

  it('announces sentences, not pieces', async () => {
    const { chat, run } = await begin();
    await chat.page.evaluate(`
      window.said = [];
      const region = document.querySelector('[role="status"][aria-live="polite"]');
      new MutationObserver(() => window.said.push(region.textContent)).observe(region, { childList: true, characterData: true, subtree: true });
    `);
    for (const piece of ['One', ' two', ' three', '.']) run.say(piece);
    await chat.shows('One two three.');
    run.end();
    await chat.settled();
    expect(await chat.page.evaluate('window.said')).toEqual(['One two three.']);
  });

  it('follows the end while the reader is there, and leaves who has gone up where they are', async () => {
    const { chat, run } = await begin();
    const paragraphs = (from: number) => Array.from({ length: 20 }, (_, index) => `Paragraph ${from + index}.\n\n`);
    run.say(...paragraphs(0)).say(...paragraphs(20));
    await chat.eventually(() => chat.turns.getByText('Paragraph 39.').boundingBox().then((box) => box?.y ?? 0), (y) => y > 0 && y < 800);
    await chat.page.getByRole('region', { name: 'Messages' }).hover();
    await chat.page.mouse.wheel(0, -400);
    const place = () => chat.turns.getByText('Paragraph 25.').boundingBox().then((box) => box?.y);
    await chat.eventually(() => chat.workingLine.boundingBox().then((box) => box?.y ?? 0), (y) => y > 900);
    const before = await place();
    run.say(...paragraphs(40)).end();
    await chat.settled();
    expect(await place()).toBe(before);
    await chat.button('New text below').click();
    await chat.turns.getByText('Paragraph 59.').waitFor();
  });

  it('goes on by itself where the connection breaks, with every event exactly once', async () => {
    const { chat, run } = await begin();
    const words = Array.from({ length: 60 }, (_, index) => `w${index} `);
    for (const [index, word] of words.entries()) {
      run.say(word);
      if (index % 20 !== 10) continue;
      await chat.eventually(textOf(chat), (text) => text.includes(`w${index}`));
      run.cut();
      run.say('[', `cut${index}] `);
      await chat.eventually(async () => run.watcherCount, (count) => count === 1);
    }
    run.end();
    await chat.settled();
    expect(await chat.lastAnswer.innerText()).toBe(words.flatMap((word, index) => (index % 20 === 10 ? [word, `[cut${index}] `] : [word])).join('').trim());
    expect(watches().map((request) => Number(request.headers['last-event-id']))).toEqual([12, 34, 56]);
    expect(fixture.server.messages).toHaveLength(1);
  });

  it('says that the connection is lost while nobody answers, and is back when somebody does', async () => {
    const { chat, run } = await begin();
    await chat.page.route('**/events', (route) => route.abort('connectionrefused'));
    run.cut();
    await chat.shows('the connection is lost; trying again');
    await chat.announcement.getByText('The connection is lost. Trying again.').waitFor({ state: 'attached' });
    await chat.page.unroute('**/events');
    run.say('Here again.').end();
    await chat.settled();
    expect(await chat.lastAnswer.innerText()).toBe('Here again.');
  });

  it('takes a connection on which nothing comes for a dead one', async () => {
    const chat = await fixture.open();
    await chat.page.clock.install();
    await chat.send('Go');
    const run = await fixture.runOf(chat);
    await chat.page.clock.runFor(44_000);
    expect(watches()).toHaveLength(0);
    await chat.page.clock.runFor(2_000);
    expect(await chat.eventually(async () => watches().length, (count) => count > 0)).toBe(1);
    run.say('Alive.').end();
    await chat.page.clock.resume();
    await chat.settled();
    expect(await chat.lastAnswer.innerText()).toBe('Alive.');
  });

  it('reads the session where the run is gone, e.g. after a restart', async () => {
    const { chat, run } = await begin('Go');
    run.say('Half');
    await chat.shows('Half');
    fixture.server.transcripts = [transcript('session-1', [{ role: 'user', content: 'Go' }, ...storedCall('exec', { cmd: 'ls' }, { status: 'ok' }), storedAnswer('The whole.')])];
    fixture.server.runs = [];
    run.cut();
    await chat.settled();
    expect(await chat.lastAnswer.innerText()).toBe('The whole.');
    expect(await chat.page.locator('summary').count()).toBe(1);
  });

  it('gives the message back where the server stopped before it had taken it', async () => {
    const { chat, run } = await begin('Go');
    fixture.server.runs = [];
    run.cut();
    await chat.shows('The server stopped before it had taken this message.');
    expect(await chat.eventually(() => chat.input.inputValue(), (value) => value !== '')).toBe('Go');
  });
}
