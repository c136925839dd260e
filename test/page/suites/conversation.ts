import type { PageFixture } from '../support/page-fixture.js';
import { chatAnswer } from '../support/scripted-server.mjs';

export function conversationSuite(fixture: PageFixture): void {
  it('begins a session with the first message and stays in it', async () => {
    const chat = await fixture.open();
    fixture.server.answer(chatAnswer({ sessionId: 'abc', response: 'Hello.' }));
    fixture.server.answer(chatAnswer({ sessionId: 'abc', response: 'Still here.' }));
    await chat.ask('Hi');
    await chat.ask('Again');
    expect(fixture.server.messages).toEqual([
      { sessionId: null, message: 'Hi' },
      { sessionId: 'abc', message: 'Again' },
    ]);
    expect(await chat.lastAnswer.innerText()).toBe('Still here.');
  });

  it('forgets messages and session with New Session, and is ready to type', async () => {
    const chat = await fixture.open();
    fixture.server.answer(chatAnswer({ sessionId: 'abc' }));
    fixture.server.answer(chatAnswer({ sessionId: 'def' }));
    await chat.ask('Hi');
    await chat.button('New Session').click();
    expect(await chat.turns.count()).toBe(0);
    await chat.page.keyboard.type('Anew');
    await chat.page.keyboard.press('Enter');
    await chat.settled();
    expect(fixture.server.messages[1]).toEqual({ sessionId: null, message: 'Anew' });
  });

  it('waits no longer for the answer of a session that was left', async () => {
    const chat = await fixture.open();
    await chat.send('Slow');
    await chat.eventually(async () => fixture.server.watcherCount, (count) => count === 1);
    await chat.button('New Session').click();
    await chat.settled();
    expect(await chat.eventually(async () => fixture.server.watcherCount, (count) => count === 0)).toBe(0);
    fixture.server.answer(chatAnswer({ sessionId: 'new', response: 'Fresh.' }));
    await chat.ask('New');
    expect(await chat.turns.count()).toBe(1);
    expect(fixture.server.messages[1]).toEqual({ sessionId: null, message: 'New' });
  });

  it('starts without a session after a reload', async () => {
    const chat = await fixture.open();
    fixture.server.answer(chatAnswer({ sessionId: 'abc' }));
    await chat.ask('Hi');
    await chat.page.reload();
    fixture.server.answer(chatAnswer());
    await chat.ask('Hi again');
    expect(fixture.server.messages[1]).toEqual({ sessionId: null, message: 'Hi again' });
  });

  it('breaks the line with Shift+Enter and keeps the lines in the message', async () => {
    const chat = await fixture.open();
    fixture.server.answer(chatAnswer());
    await chat.input.fill('one');
    await chat.input.press('Shift+Enter');
    await chat.page.keyboard.type('two');
    expect(fixture.server.messages).toHaveLength(0);
    await chat.input.press('Enter');
    await chat.settled();
    expect(fixture.server.messages).toEqual([{ sessionId: null, message: 'one\ntwo' }]);
    expect(await chat.turns.last().locator('p').first().innerText()).toBe('one\ntwo');
  });

  it('leaves the Enter that ends a composition to the input method', async () => {
    const chat = await fixture.open();
    await chat.input.fill('にほんご');
    await chat.input.dispatchEvent('keydown', { key: 'Enter', keyCode: 13, isComposing: true, bubbles: true, cancelable: true });
    await chat.input.dispatchEvent('keydown', { key: 'Enter', keyCode: 229, isComposing: false, bubbles: true, cancelable: true });
    expect(fixture.server.messages).toHaveLength(0);
    fixture.server.answer(chatAnswer());
    await chat.input.press('Enter');
    await chat.settled();
    expect(fixture.server.messages).toHaveLength(1);
  });

  it('sends with the button, and nothing that is only blanks', async () => {
    const chat = await fixture.open();
    await chat.send('   \n ');
    await chat.button('Send').click();
    expect(fixture.server.messages).toHaveLength(0);
    fixture.server.answer(chatAnswer());
    await chat.input.fill('Hi');
    await chat.button('Send').click();
    await chat.settled();
    expect(fixture.server.messages).toHaveLength(1);
  });

  it('is locked while it works, counts the seconds, and gives the focus back', async () => {
    const chat = await fixture.open();
    await chat.send('Slow');
    await chat.shows(/^Working \.\.\. \d+ s$/);
    expect(await chat.input.isDisabled()).toBe(true);
    expect(await chat.button('Send').count()).toBe(0);
    await chat.shows('Working ... 1 s');
    fixture.server.answer(chatAnswer({ response: 'There.' }));
    await chat.settled();
    expect(await chat.page.getByText(/^Working/).count()).toBe(0);
    expect(await chat.page.locator(':focus').getAttribute('id')).toBe('message');
    expect(await chat.input.inputValue()).toBe('');
  });

  it('does not pull a reader away from a block that was opened meanwhile', async () => {
    const chat = await fixture.open();
    fixture.server.answer(chatAnswer({ toolCalls: [{ name: 'exec', args: {}, status: 'ok', result: 'x' }] }));
    await chat.ask('First');
    await chat.send('Second');
    await chat.page.locator('summary').click();
    fixture.server.answer(chatAnswer());
    await chat.settled();
    expect(await chat.page.locator('summary:focus').count()).toBe(1);
  });

  it('puts the person right and the answer left, and shows neither log summary nor HTML that was typed', async () => {
    const chat = await fixture.open();
    fixture.server.answer(chatAnswer({ response: 'An answer.', logSummary: 'For the log only.' }));
    await chat.ask('<b>bold?</b> **no**');
    const message = await chat.page.getByText('<b>bold?</b> **no**').boundingBox();
    const answer = await chat.lastAnswer.locator('p').boundingBox();
    const column = await chat.turns.first().boundingBox();
    if (!message || !answer || !column) throw new Error('Something is not shown.');
    expect(message.x).toBeGreaterThan(column.x + column.width / 2);
    expect(answer.x).toBe(column.x);
    expect(await chat.page.getByText('For the log only.').count()).toBe(0);
  });

  it('says the status of a run that did not simply end well, and nothing otherwise', async () => {
    const chat = await fixture.open();
    for (const [status, words] of [
      ['tool_failed', 'A tool failed on the way'],
      ['intervention_required', 'needs you'],
      ['checkpoint_reached', 'limit of steps'],
      ['format_error', 'did not keep to the form'],
      ['aborted', 'Stopped.'],
      ['interrupted', 'Cut off'],
      ['something_new', 'something_new'],
    ] as const) {
      fixture.server.answer(chatAnswer({ status, response: 'Text.' }));
      await chat.ask(`Try ${status}`);
      expect(await chat.turns.last().locator('.note').innerText()).toContain(words);
    }
    fixture.server.answer(chatAnswer());
    await chat.ask('And well');
    expect(await chat.turns.last().locator('.note').count()).toBe(0);
  });

  it('says what it can do where nothing was said yet, with three examples that send', async () => {
    const chat = await fixture.open();
    const examples = chat.page.getByRole('list', { name: 'Examples' }).getByRole('button');
    expect(await examples.count()).toBe(3);
    expect(await chat.page.getByText('offline model').count()).toBe(0);
    fixture.server.answer(chatAnswer());
    const text = await examples.first().innerText();
    await examples.first().click();
    await chat.settled();
    expect(fixture.server.messages).toEqual([{ sessionId: null, message: text }]);
  });

  it('says that the offline model is in use and how to set up a real one', async () => {
    fixture.server.health = { status: 'ok', offline: true };
    const chat = await fixture.open();
    await chat.shows('The offline model is in use');
    await chat.shows('jarvis setup');
  });

  it('shows a long answer from its beginning, and follows the end otherwise', async () => {
    const chat = await fixture.open();
    const paragraphs = (count: number) => Array.from({ length: count }, (_, index) => `Paragraph ${index}.`).join('\n\n');
    fixture.server.answer(chatAnswer({ response: paragraphs(60) }));
    await chat.ask('Tell me a lot');
    expect(await chat.turns.getByText('Paragraph 0.').isVisible()).toBe(true);
    const top = await chat.turns.first().boundingBox();
    expect(top?.y).toBeGreaterThan(0);
    fixture.server.answer(chatAnswer({ response: 'Short.' }));
    await chat.ask('And a little');
    const answer = await chat.lastAnswer.boundingBox();
    const input = await chat.input.boundingBox();
    expect(answer && input && answer.y + answer.height).toBeLessThan(input?.y ?? 0);
  });

  it('leaves a reader who has gone up where they are, and offers the way down', async () => {
    const chat = await fixture.open();
    const long = Array.from({ length: 60 }, (_, index) => `Paragraph ${index}.`).join('\n\n');
    fixture.server.answer(chatAnswer({ response: long }));
    await chat.ask('Tell me a lot');
    await chat.send('More');
    const messages = chat.page.getByRole('region', { name: 'Messages' });
    await messages.hover();
    await chat.page.mouse.wheel(0, -1_000);
    const place = () => chat.turns.getByText('Paragraph 30.').boundingBox().then((box) => box?.y);
    await chat.eventually(() => chat.turns.getByText('Working').boundingBox().then((box) => box?.y ?? 0), (y) => y > 900);
    const before = await place();
    fixture.server.answer(chatAnswer({ response: long.replaceAll('Paragraph', 'Sentence') }));
    await chat.settled();
    expect(await place()).toBe(before);
    await chat.button('New text below').click();
    await chat.turns.getByText('Sentence 59.').waitFor();
    expect(await chat.eventually(() => chat.button('New text below').count(), (count) => count === 0)).toBe(0);
  });

  it('grows with what is typed, up to a part of the screen', async () => {
    const chat = await fixture.open();
    const height = async () => (await chat.input.boundingBox())?.height ?? 0;
    const one = await height();
    await chat.input.fill('a\nb\nc');
    expect(await height()).toBeGreaterThan(one);
    await chat.input.fill('line\n'.repeat(200));
    expect(await height()).toBeLessThanOrEqual(320);
    await chat.input.fill('');
    expect(await height()).toBe(one);
  });
}
