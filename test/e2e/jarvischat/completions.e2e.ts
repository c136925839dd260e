import { COMPLETIONS_KEY, JarvisChatServer, type JarvisChatPage } from '../../support/jarvischat-page.js';
import type { Answer } from '../../support/jarvis.js';

/** `/v1/chat/completions` for editors: its key, blocking, streaming, completion of code, errors. */
describe('completions', () => {
  let server: JarvisChatServer;
  let admin: JarvisChatPage;

  beforeAll(async () => {
    server = await JarvisChatServer.start();
    admin = await server.admin();
  });
  beforeEach(() => server.reset());
  afterAll(() => server.stop());

  // An editor sends neither origin nor session.
  const ask = (body: unknown, authorization = `Bearer ${COMPLETIONS_KEY}`): Promise<Answer> =>
    server.jarvis.request('POST', '/v1/chat/completions', body, authorization === '' ? {} : { authorization });
  const USER = [{ role: 'user', content: 'What is a monad?' }];
  const chunks = (text: string): Record<string, never>[] =>
    [...text.matchAll(/^data: (\{.*\})$/gm)].map(([, json = '']) => JSON.parse(json) as Record<string, never>);

  test.each([
    ['no key', ''],
    ['a wrong key', 'Bearer wrong'],
    ['another scheme', `Basic ${COMPLETIONS_KEY}`],
    ['the PIN', 'Bearer 493817'],
  ])('%s is refused', async (_what, authorization) => {
    const { status, body } = await ask({ model: 'jarvis', messages: USER }, authorization);
    expect([status, body.error]).toEqual([401, expect.objectContaining({ message: expect.any(String), type: expect.any(String) })]);
    expect(server.provider.requests).toHaveLength(0);
  });

  test('a guest’s session is no key', async () => {
    const { status, body } = await (await server.guest()).request('POST', '/v1/chat/completions', { model: 'jarvis', messages: USER });
    expect([status, body.error]).toEqual([401, expect.objectContaining({ message: expect.any(String) })]);
  });

  test.each([
    ['no messages', { model: 'jarvis' }],
    ['an empty list of messages', { model: 'jarvis', messages: [] }],
    ['no message of the user', { model: 'jarvis', messages: [{ role: 'system', content: 'x' }] }],
    ['a blank last message', { model: 'jarvis', messages: [{ role: 'user', content: '  ' }] }],
    ['no JSON', '{'],
    ['a list', [1]],
  ])('%s is 400', async (_what, body) => {
    const answer = await ask(body);
    expect([answer.status, answer.body.error.type]).toEqual([400, 'invalid_request_error']);
  });

  test('blocking', async () => {
    server.provider.replyAnswer('A monoid.');
    const { status, body } = await ask({ model: 'jarvis', messages: USER, stream: false });
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({
        id: expect.stringMatching(/^chatcmpl-/),
        object: 'chat.completion',
        model: 'jarvis',
        choices: [expect.objectContaining({ index: 0, message: expect.objectContaining({ role: 'assistant', content: 'A monoid.' }), finish_reason: 'stop' })],
        usage: expect.objectContaining({ total_tokens: expect.any(Number) }),
      }),
    ]);
  });

  test('does not stream unless it is asked to', async () => {
    server.provider.replyAnswer('A monoid.');
    expect((await ask({ model: 'jarvis', messages: USER })).body.object).toBe('chat.completion');
  });

  test('streaming', async () => {
    server.provider.replyAnswer('A monoid in a category.', 'x', { pieceLength: 5 });
    const { status, headers, text } = await ask({ model: 'jarvis', messages: USER, stream: true });
    expect([status, headers.get('content-type')]).toEqual([200, expect.stringMatching(/^text\/event-stream/)]);
    const all = chunks(text) as unknown as { id: string; object: string; model: string; choices: { delta: { content?: string }; finish_reason: string | null }[] }[];
    expect(new Set(all.map(({ id, object, model }) => `${object} ${model} ${id.slice(0, 9)}`))).toEqual(new Set(['chat.completion.chunk jarvis chatcmpl-']));
    expect(all.map(({ choices }) => choices[0]?.delta.content ?? '').join('')).toBe('A monoid in a category.');
    expect(all.at(-1)?.choices).toEqual([expect.objectContaining({ index: 0, delta: {}, finish_reason: 'stop' })]);
    expect(text.trimEnd().endsWith('data: [DONE]')).toBe(true);
  });

  test('the conversation is kept, and the next turn goes on in it', async () => {
    server.provider.replyAnswer('A monoid.').replyAnswer('An example.');
    const listed = async (): Promise<{ id: string }[]> => (await admin.get('/api/conversations')).body;
    const before = (await listed()).map(({ id }) => id);
    const messages = [{ role: 'user', content: 'What is a functor?' }];
    await ask({ model: 'jarvis', messages });
    await ask({ model: 'jarvis', messages: [...messages, { role: 'assistant', content: 'A monoid.' }, { role: 'user', content: 'For instance?' }] });
    const added = (await listed()).filter(({ id }) => !before.includes(id));
    expect(added).toHaveLength(1);
    const { body } = await admin.get(`/api/conversations/${added[0]?.id}`);
    expect(body.messages.map(({ content }: { content: string }) => content)).toEqual(['What is a functor?', 'A monoid.', 'For instance?', 'An example.']);
  });

  test('what the client’s system message says reaches the model', async () => {
    server.provider.replyAnswer('Arr.');
    await ask({ model: 'jarvis', messages: [{ role: 'system', content: 'Speak as a pirate.' }, ...USER] });
    expect(JSON.stringify(server.sent(0).messages)).toContain('Speak as a pirate.');
  });

  test('another model’s parameters pass, and nothing is injected', async () => {
    server.provider.reply({ content: 'Plain.', finishReason: 'length' });
    const { body } = await ask({ model: 'scripted-model', messages: USER, temperature: 0.2, max_tokens: 5, stop: ['x'] });
    expect(body.choices[0]).toMatchObject({ message: { content: 'Plain.' }, finish_reason: 'length' });
    expect(server.provider.requests[0]?.body).toMatchObject({ model: 'scripted-model', messages: USER, temperature: 0.2, max_tokens: 5, stop: ['x'] });
  });

  test('completion of code, a prompt without messages, is passed on, and nothing is kept', async () => {
    const before = (await admin.get('/api/conversations')).body.length;
    const { status } = await ask({ model: 'scripted-model', prompt: '<fim>', max_tokens: 5 });
    const passed = server.provider.otherRequests.find(({ path }) => path === '/v1/completions');
    expect(passed?.body).toMatchObject({ prompt: '<fim>', max_tokens: 5 });
    // The scripted provider has no such route: its status comes back.
    expect(status).toBe(404);
    expect((await admin.get('/api/conversations')).body).toHaveLength(before);
  });

  test('a failing model is an error, blocking and streaming', async () => {
    server.provider.replyError(500).replyError(500).replyError(500).replyError(500);
    const blocking = await ask({ model: 'jarvis', messages: USER });
    expect([blocking.status, blocking.body.error]).toEqual([502, expect.objectContaining({ message: expect.any(String) })]);
    server.provider.fallback = undefined;
    const streaming = await ask({ model: 'jarvis', messages: USER, stream: true });
    expect(streaming.text).toContain('"error"');
    expect(streaming.text).not.toContain('[DONE]');
  });

  test('a provider that is not there is an error that says so', async () => {
    const alone = await JarvisChatServer.start({ baseUrl: 'http://127.0.0.1:1/v1' });
    const { status, body } = await alone.jarvis.request('POST', '/v1/chat/completions', { model: 'jarvis', messages: USER }, { authorization: `Bearer ${COMPLETIONS_KEY}` });
    expect([status, body.error.message]).toEqual([502, expect.any(String)]);
    await alone.stop();
  });
});
