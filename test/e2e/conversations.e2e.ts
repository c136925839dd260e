import { Jarvis, type Answer } from '../support/jarvis.js';

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+00:00$/;
const OK = { status: 'ok' };
const KEY = 'test-completions-key-0123456789';

/** The sessions in the shapes that JarvisChat's clients know. */
describe('/api/conversations', () => {
  let jarvis: Jarvis;
  const api = (method: string, route = '', body?: unknown): Promise<Answer> => jarvis.request(method, `/api/conversations${route}`, body);

  beforeAll(async () => {
    jarvis = await Jarvis.start({}, { env: { JARVIS_COMPLETIONS_API_KEY: KEY } });
  });
  afterEach(async () => {
    jarvis.provider.reset();
    jarvis.provider.fallback = undefined;
    await api('DELETE');
  });
  afterAll(() => jarvis.stop());

  it('creates, lists, reads, changes and deletes', async () => {
    expect((await api('GET')).body).toEqual([]);
    const created = await api('POST', '', { title: 'Photos', model: 'm1' });
    expect([created.status, created.body]).toEqual([
      200,
      { id: expect.any(String), title: 'Photos', model: 'm1', created_at: expect.stringMatching(INSTANT), updated_at: expect.stringMatching(INSTANT) },
    ]);
    const { id } = created.body;
    expect((await api('GET')).body).toMatchObject([{ id, title: 'Photos', model: 'm1' }]);
    expect((await api('GET', `/${id}`)).body).toMatchObject({ conversation: { id, title: 'Photos' }, messages: [] });
    expect((await api('PUT', `/${id}`, { title: 't'.repeat(300), model: 'm2' })).body).toEqual(OK);
    expect((await api('GET', `/${id}`)).body.conversation).toMatchObject({ title: 't'.repeat(200), model: 'm2' });
    expect((await api('DELETE', `/${id}`)).body).toEqual(OK);
    expect((await api('GET', `/${id}`)).status).toBe(404);
    expect((await api('DELETE', `/${id}`)).body).toEqual(OK);
  });

  it('is a view of the sessions: what is said stands in both, as text, without prompt and tools', async () => {
    jarvis.provider.replyToolCalls([{ name: 'get_current_time', arguments: {} }]).replyAnswer('It is late.', 'Told the time.');
    await jarvis.chat('What time is it?', 'c1');
    const { body } = await api('GET', '/c1');
    expect(body.conversation).toEqual((await api('GET')).body[0]);
    expect(body.conversation).toMatchObject({ id: 'c1', title: 'Told the time.', model: 'main-model' });
    expect(body.messages).toEqual([
      { id: 2, conversation_id: 'c1', role: 'user', content: 'What time is it?', created_at: expect.stringMatching(INSTANT) },
      { id: expect.any(Number), conversation_id: 'c1', role: 'assistant', content: 'It is late.', created_at: expect.stringMatching(INSTANT) },
    ]);
    expect(body.messages[1].id).toBeGreaterThan(2);
    await jarvis.request('DELETE', '/api/sessions/c1');
    expect((await api('GET')).body).toEqual([]);
  });

  it('goes on in a conversation that was made empty, with its model, the last changed first', async () => {
    const { id } = (await api('POST', '', { model: 'own-model' })).body;
    await api('POST', '', {});
    jarvis.provider.fallback = () => ({ type: 'answer', content: '{"response":"Hello.","logSummary":"Greeted."}' });
    expect((await jarvis.chat('Hi', id)).body).toMatchObject({ sessionId: id, response: 'Hello.' });
    expect(jarvis.provider.requests[0]?.body.model).toBe('own-model');
    const list = (await api('GET')).body;
    expect(list.map(({ title, model }: Record<string, string>) => [title, model])).toEqual([['New Chat', 'own-model'], ['New Chat', 'main-model']]);
    expect(list[0].id).toBe(id);
    await jarvis.request('POST', '/api/chat', { message: 'Once more', sessionId: id, model: 'for-once' });
    expect(jarvis.provider.requests[1]?.body.model).toBe('for-once');
    expect((await api('GET', `/${id}`)).body.messages.map(({ content }: { content: string }) => content)).toEqual(['Hi', 'Hello.', 'Once more', 'Hello.']);
  });

  it('keeps who began a session where that is not the owner', async () => {
    jarvis.provider.fallback = () => ({ type: 'answer', content: '{"response":"ok","logSummary":"x"}' });
    const body = { model: 'jarvis', messages: [{ role: 'user', content: 'Hi' }] };
    expect((await jarvis.request('POST', '/v1/chat/completions', body, { authorization: `Bearer ${KEY}` })).status).toBe(200);
    await jarvis.chat('Hi', 'mine');
    const owners = await Promise.all(
      (await api('GET')).body.map(async ({ id }: { id: string }) => [id === 'mine', typeof (await jarvis.request('GET', `/api/sessions/${id}`)).body.metadata.owner]),
    );
    expect(owners).toEqual([[true, 'undefined'], [false, 'string']]);
  });

  it('deletes all', async () => {
    for (const title of ['a', 'b', 'c']) await api('POST', '', { title });
    expect((await api('DELETE')).body).toEqual(OK);
    expect((await api('GET')).body).toEqual([]);
    expect((await jarvis.request('GET', '/api/sessions')).body.total).toBe(0);
  });

  it.each([
    ['a title that is no text', 'POST', '', { title: 5 }, 400],
    ['a model that is no text', 'POST', '', { model: {} }, 400],
    ['a body that is no object', 'POST', '', [1], 400],
    ['a change of what is not there', 'PUT', '/none', { title: 'x' }, 404],
    ['a body that is no object in a change', 'PUT', '/none', [1], 400],
    ['reading what is not there', 'GET', '/none', undefined, 404],
    ['reading what cannot be', 'GET', '/%2e%2e%2fx', undefined, 404],
  ])('refuses %s', async (_name, method, route, body, status) => {
    const answer = await api(method, route, body);
    expect([answer.status, answer.body.detail]).toEqual([status, answer.body.error]);
    expect((await api('GET')).body).toEqual([]);
  });

  it('lets the model list, read and delete conversations, but not the one that runs', async () => {
    const { id } = (await api('POST', '', { title: 'Old' })).body;
    await api('POST', '', { title: 'Older' });
    jarvis.provider
      .replyToolCalls([{ name: 'conversation_list', arguments: {} }])
      .replyToolCalls([{ name: 'conversation_get', arguments: { id } }])
      .replyToolCalls([{ name: 'conversation_delete', arguments: { id: 'c9' } }])
      .replyToolCalls([{ name: 'conversation_delete', arguments: { id } }])
      .replyToolCalls([{ name: 'conversation_delete_all', arguments: {} }])
      .replyAnswer('Done.');
    const { body } = await jarvis.chat('Clean up', 'c9');
    expect(body.toolCalls.map(({ status }: { status: string }) => status)).toEqual(['ok', 'ok', 'error', 'ok', 'ok']);
    expect(JSON.parse(body.toolCalls[0].result)).toMatchObject({ count: 3, running: 'c9' });
    expect(JSON.parse(body.toolCalls[4].result)).toEqual({ status: 'ok', deleted: 1, kept: ['c9'] });
    expect((await api('GET')).body.map((conversation: { id: string }) => conversation.id)).toEqual(['c9']);
  });
});
