import type { PageFixture } from '../support/page-fixture.js';
import { chatAnswer } from '../support/scripted-server.mjs';

export function errorsSuite(fixture: PageFixture): void {
  it('stand in the place of the answer, in words that say what to do', async () => {
    const chat = await fixture.open();
    fixture.server.answer({ error: 'Neither model answered.', details: 'selected: 401', status: 'model_error' }, 500);
    await chat.ask('Hi');
    const turn = chat.turns.last();
    expect(await turn.innerText()).toContain('Neither model answered.');
    expect(await turn.innerText()).toContain('jarvis doctor');
    await turn.getByText('Details').click();
    await chat.shows('selected: 401');
  });

  it('try again in the same place with the same words', async () => {
    const chat = await fixture.open();
    fixture.server.answer({ error: 'No.', status: 'model_error' }, 500);
    await chat.ask('Hi there');
    fixture.server.answer(chatAnswer({ response: 'Yes.' }));
    await chat.button('Try again').click();
    await chat.settled();
    expect(await chat.turns.count()).toBe(1);
    expect(await chat.lastAnswer.innerText()).toBe('Yes.');
    expect(fixture.server.messages).toEqual([
      { sessionId: null, message: 'Hi there' },
      { sessionId: null, message: 'Hi there' },
    ]);
    expect(await chat.input.inputValue()).toBe('');
    expect(await chat.page.locator(':focus').getAttribute('id')).toBe('message');
  });

  it('give the text back into the input, where it can be changed', async () => {
    const chat = await fixture.open();
    fixture.server.answer({ error: 'message must be shorter.' }, 400);
    await chat.ask('Too long');
    expect(await chat.eventually(() => chat.input.inputValue(), (value) => value !== '')).toBe('Too long');
    fixture.server.answer(chatAnswer());
    await chat.ask('Short');
    expect(await chat.turns.count()).toBe(2);
    expect(await chat.button('Try again').count()).toBe(0);
  });

  it('keep the session', async () => {
    const chat = await fixture.open();
    fixture.server.answer(chatAnswer({ sessionId: 'abc' }));
    await chat.ask('One');
    fixture.server.answer({ error: 'No.' }, 500);
    await chat.ask('Two');
    fixture.server.answer(chatAnswer({ sessionId: 'abc' }));
    await chat.button('Try again').click();
    await chat.settled();
    expect(fixture.server.messages[2]).toEqual({ sessionId: 'abc', message: 'Two' });
  });

  it.each([
    ['a proxy that answers with a page', 502, 'What answered is not Jarvis (HTTP 502).'],
    ['a page instead of an answer', 200, 'What answered is not Jarvis (HTTP 200).'],
  ])('say what it is: %s', async (_, status, words) => {
    const chat = await fixture.open();
    fixture.server.answerText('<html>Bad gateway</html>', status);
    await chat.ask('Hi');
    await chat.shows(words);
  });

  it('say how long to wait where the server says it', async () => {
    const chat = await fixture.open();
    fixture.server.answer({ error: 'Too many requests.' }, 429, { 'retry-after': '7' });
    await chat.ask('Hi');
    await chat.shows('Wait 7 s, then try again.');
  });

  it('say when nothing answers, and go on when something does again', async () => {
    const chat = await fixture.open();
    await chat.page.route('**/api/chat', (route) => route.abort('connectionrefused'));
    await chat.ask('Hi');
    await chat.shows('Jarvis cannot be reached.');
    await chat.page.unroute('**/api/chat');
    fixture.server.answer(chatAnswer({ response: 'Here again.' }));
    await chat.button('Try again').click();
    await chat.settled();
    expect(await chat.lastAnswer.innerText()).toBe('Here again.');
  });

  it('send a message that nobody answered again under the same key, so that it runs once', async () => {
    const chat = await fixture.open();
    const keys: (string | undefined)[] = [];
    await chat.page.route('**/api/chat', (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      return keys.length === 1 ? route.abort('connectionreset') : route.continue();
    });
    await chat.ask('Hi');
    fixture.server.answer(chatAnswer());
    await chat.button('Try again').click();
    await chat.settled();
    fixture.server.answer(chatAnswer());
    await chat.ask('Another');
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
  });

  it('after the first frame stand there too, and what is tried again goes on in the same session', async () => {
    const chat = await fixture.open();
    await chat.send('Hi there');
    const run = await fixture.runOf(chat);
    run.say('Half an').fail('No model answered. free: 401 invalid key');
    await chat.settled();
    expect(await chat.turns.last().innerText()).toContain('No model answered. free: 401 invalid key');
    expect(await chat.turns.last().innerText()).toContain('jarvis doctor');
    expect(await chat.page.getByText('Half an').count()).toBe(0);
    await chat.button('Try again').click();
    (await fixture.runOf(chat)).say('Yes.').end();
    await chat.settled();
    expect(await chat.lastAnswer.innerText()).toBe('Yes.');
    expect(fixture.server.messages).toEqual([
      { sessionId: null, message: 'Hi there' },
      { sessionId: 'session-1', message: 'Hi there' },
    ]);
  });

  it('say to wait where too much waits already', async () => {
    const chat = await fixture.open();
    await chat.send('Hi');
    (await fixture.runOf(chat)).fail('Too many turns wait for this session.', '', 'too_many_requests');
    await chat.shows('Wait a moment, then try again.');
  });

  it('never lose what was typed: not by a reload while typing, while waiting, or after a failure', async () => {
    const chat = await fixture.open();
    await chat.input.fill('half a thou');
    await chat.page.reload();
    expect(await chat.input.inputValue()).toBe('half a thou');

    const held = await chat.holdRequests('**/api/chat');
    await chat.send('a whole thought');
    await chat.shows(/^Working/);
    await chat.page.reload();
    expect(await chat.input.inputValue()).toBe('a whole thought');
    await held.release();

    fixture.server.answer({ error: 'No.' }, 500);
    await chat.ask('a whole thought');
    await chat.shows('No.');
    await chat.page.reload();
    expect(await chat.input.inputValue()).toBe('a whole thought');

    fixture.server.answer(chatAnswer());
    await chat.ask('a whole thought');
    await chat.page.reload();
    expect(await chat.input.inputValue()).toBe('');
  });

  it('keep what was typed when a new session is begun', async () => {
    const chat = await fixture.open();
    await chat.input.fill('for the new one');
    await chat.button('New Session').click();
    expect(await chat.input.inputValue()).toBe('for the new one');
  });
}
