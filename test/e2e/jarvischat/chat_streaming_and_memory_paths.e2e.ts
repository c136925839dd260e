import { INSTANT, JarvisChatServer, expectRefused, shown, type JarvisChatPage } from '../../support/jarvischat-page.js';

/** Chat as a stream, the search that follows an unsure answer, and orders to remember and forget. */
describe('chat', () => {
  let server: JarvisChatServer;
  let admin: JarvisChatPage;
  let guest: JarvisChatPage;

  beforeAll(async () => {
    server = await JarvisChatServer.start();
  });
  beforeEach(async () => {
    server.reset();
    [admin, guest] = [await server.admin(), await server.guest()];
  });
  afterAll(() => server.stop());

  const RESULTS = { results: [{ title: 'Silver today', url: 'https://silver.example/today', content: 'An ounce is 30 USD.' }] };
  const memories = async (): Promise<Record<string, unknown>[]> => (await admin.get('/api/memories')).body.memories;
  const forgetAll = async (): Promise<void> => {
    for (const { rowid } of await memories()) await admin.request('DELETE', `/api/memories/${String(rowid)}`);
  };

  test.each(['guest', 'admin'] as const)('streams tokens and ends with done: %s', async (who) => {
    server.provider.replyAnswer('Hello there, friend.', 'Greeted.', { pieceLength: 4 });
    const frames = await (who === 'guest' ? guest : admin).stream('/api/chat', { message: 'Hi' });
    expect(shown(frames)).toBe('Hello there, friend.');
    const ids = new Set(frames.filter((frame) => frame.token !== undefined || frame.done).map((frame) => frame.conversation_id));
    expect([...ids]).toEqual([expect.any(String)]);
    expect(frames.at(-1)).toMatchObject({ done: true, perplexity: expect.any(Number), tokens_per_sec: expect.any(Number) });
    expect(frames.at(-1)).not.toHaveProperty('searched');
    expect(frames.filter((frame) => frame.done)).toHaveLength(1);
  });

  test('keeps both sides of the conversation, and goes on in it with the history', async () => {
    server.provider.replyAnswer('First answer.').replyAnswer('Second answer.');
    const [first] = (await admin.stream('/api/chat', { message: 'First question' })).slice(-1);
    const id = first?.conversation_id as string;
    await admin.stream('/api/chat', { message: 'Second question', conversation_id: id });
    const { status, body } = await admin.get(`/api/conversations/${id}`);
    expect(status).toBe(200);
    expect(body.messages.map(({ role, content }: Record<string, string>) => [role, content])).toEqual([
      ['user', 'First question'],
      ['assistant', 'First answer.'],
      ['user', 'Second question'],
      ['assistant', 'Second answer.'],
    ]);
    const told = JSON.stringify(server.sent(1).messages);
    for (const words of ['First question', 'First answer.', 'Second question']) expect(told).toContain(words);
    expect(server.sent(1).messages.filter(({ role }) => role === 'system')).toHaveLength(1);
  });

  test('takes a model and a preset’s text for the turn', async () => {
    server.provider.replyAnswer('Arr.');
    await admin.stream('/api/chat', { message: 'Hi', model: 'pirate-model', system_prompt: 'Speak as a pirate.' });
    expect(server.sent(0).model).toBe('pirate-model');
    expect(server.sent(0).messages[0]).toMatchObject({ role: 'system', content: expect.stringContaining('Speak as a pirate.') });
  });

  test('uses the default model of the settings where the request names none', async () => {
    await admin.request('PUT', '/api/settings', { default_model: 'chosen-model' });
    server.provider.replyAnswer('Hi.');
    await admin.stream('/api/chat', { message: 'Hi' });
    expect(server.sent(0).model).toBe('chosen-model');
    await admin.request('PUT', '/api/settings', { default_model: 'main-model' });
  });

  test.each([
    ['nothing', {}, 400],
    ['a blank message', { message: '   ' }, 400],
    ['a message that is no text', { message: 5 }, 400],
    ['a list', [1], 400],
    ['no JSON', '{', 400],
    ['a guest’s message of 8,001 characters', { message: 'x'.repeat(8001) }, 413],
  ])('refuses %s', async (_what, body, status) => {
    expectRefused(await guest.request('POST', '/api/chat', body), status);
    expect(server.provider.requests).toHaveLength(0);
  });

  test('takes a guest’s message of 8,000 characters', async () => {
    server.provider.replyAnswer('Long.');
    expect(shown(await guest.stream('/api/chat', { message: 'x'.repeat(8000) }))).toBe('Long.');
  });

  test.each([
    ['Remember that I prefer tea.', 'I prefer tea', 'preference'],
    ['Please remember my name is Bob', 'my name is Bob', 'personal'],
    ['Don’t forget that I am building a shed', 'I am building a shed', 'project'],
    ['Note that the server ip is 10.0.0.5', 'the server ip is 10.0.0.5', 'infrastructure'],
    ['Keep in mind that deadlines are Friday', 'deadlines are Friday', 'general'],
  ])('%s: stores the fact under its topic and says so first', async (message, fact, topic) => {
    server.provider.replyAnswer('Noted.');
    const frames = await admin.stream('/api/chat', { message });
    const tokens = frames.filter((frame) => typeof frame.token === 'string');
    expect(tokens[0]?.token).toBe(`✓ Remembered [${topic}]: ${fact}\n\n`);
    expect(shown(frames)).toBe(`✓ Remembered [${topic}]: ${fact}\n\nNoted.`);
    expect(await memories()).toMatchObject([{ fact, topic, source: 'explicit', created_at: expect.stringMatching(INSTANT) }]);
    const { body } = await admin.get(`/api/conversations/${frames.at(-1)?.conversation_id}`);
    expect(body.messages.at(-1).content).toBe(shown(frames));
    await forgetAll();
  });

  test.each(['Remember to buy milk', 'Do you remember that song?', 'Never forget.'])('%s is no order', async (message) => {
    server.provider.replyAnswer('Fine.');
    expect(shown(await admin.stream('/api/chat', { message }))).toBe('Fine.');
    expect(await memories()).toEqual([]);
  });

  test.each([
    ['Forget about the old address', /^✓ Forgot 1 memory about “the old address”/, 0],
    ['Remove the memory about the old address', /^✓ Forgot 1 memory/, 0],
    ['Forget that the moon is cheese', /^✗ No memories found/, 1],
  ])('%s', async (message, reply, left) => {
    await admin.request('POST', '/api/memories', { fact: 'The old address is Elm Street' });
    server.provider.replyAnswer('Done.');
    expect(shown(await admin.stream('/api/chat', { message }))).toMatch(reply);
    expect(await memories()).toHaveLength(left);
    await forgetAll();
  });

  test('the facts that match are told to the model, unless memory is off', async () => {
    await admin.request('POST', '/api/memories', { fact: 'The cat is called Tom' });
    server.provider.replyAnswer('Tom.').replyAnswer('Who knows.');
    await admin.stream('/api/chat', { message: 'What is the cat called?' });
    expect(JSON.stringify(server.sent(0).messages)).toContain('The cat is called Tom');
    await admin.request('PUT', '/api/settings', { memory_enabled: false });
    await admin.stream('/api/chat', { message: 'What is the cat called?' });
    expect(JSON.stringify(server.sent(1).messages)).not.toContain('The cat is called Tom');
    await admin.request('PUT', '/api/settings', { memory_enabled: true });
    await forgetAll();
  });

  test.each([
    ['a refusal', 'I cannot provide live prices.', {}],
    ['words that were guessed', 'It is 25.', { logprobs: Array<number>(60).fill(-4) }],
  ])('%s is searched for, and the answer given anew', async (_what, text, options) => {
    server.engine.answer = RESULTS;
    server.provider.replyAnswer(text, 'x', options).replyAnswer('An ounce costs 30 USD.');
    const frames = await guest.stream('/api/chat', { message: 'what is the price of silver?' });
    const order = frames.map((frame) => ['searching', 'search_results', 'augmented', 'done'].find((key) => frame[key] !== undefined)).filter(Boolean);
    expect(order).toEqual(['searching', 'search_results', 'augmented', 'done']);
    expect(frames.find((frame) => frame.search_results !== undefined)?.search_results).toBe(1);
    expect(frames.at(-1)).toMatchObject({ done: true, searched: true });
    expect(shown(frames)).toBe('An ounce costs 30 USD.');
    expect(JSON.stringify(frames)).not.toContain('silver.example');
    const { body } = await admin.get(`/api/conversations/${frames.at(-1)?.conversation_id}`);
    expect(JSON.stringify(body.messages)).not.toContain(text);
  });

  test('a sure answer is not searched for', async () => {
    server.engine.answer = RESULTS;
    server.provider.replyAnswer('It is 25.', 'x', { logprobs: Array<number>(60).fill(-0.1) });
    const frames = await guest.stream('/api/chat', { message: 'silver?' });
    expect(frames.at(-1)).toMatchObject({ done: true, perplexity: 1.11 });
    expect(frames.some((frame) => frame.searching)).toBe(false);
    expect(server.engine.queries).toHaveLength(0);
  });

  test('nothing is searched for where search is off, and an empty search leaves the answer', async () => {
    const refusal = 'I cannot provide live prices.';
    await admin.request('PUT', '/api/settings', { search_enabled: false });
    server.provider.replyAnswer(refusal).replyAnswer(refusal);
    expect((await guest.stream('/api/chat', { message: 'silver?' })).some((frame) => frame.searching)).toBe(false);
    await admin.request('PUT', '/api/settings', { search_enabled: true });
    const frames = await guest.stream('/api/chat', { message: 'silver?' });
    expect(shown(frames)).toBe(refusal);
    expect(frames.at(-1)).toMatchObject({ done: true });
    expect(frames.at(-1)).not.toHaveProperty('searched');
  });
});
