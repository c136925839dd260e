import { INSTANT, JarvisChatServer, OK, expectRefused, type JarvisChatPage } from '../../support/jarvischat-page.js';

/** Conversations: made, listed, read, changed and deleted by the admin, read by guests. */
describe('conversations', () => {
  let server: JarvisChatServer;
  let admin: JarvisChatPage;
  let guest: JarvisChatPage;

  beforeAll(async () => {
    server = await JarvisChatServer.start();
  });
  beforeEach(async () => {
    server.reset();
    [admin, guest] = [await server.admin(), await server.guest()];
    await admin.request('DELETE', '/api/conversations');
  });
  afterAll(() => server.stop());

  const create = async (body: object = {}): Promise<string> => (await admin.request('POST', '/api/conversations', body)).body.id as string;

  test('none at first', async () => {
    const { status, body } = await guest.get('/api/conversations');
    expect([status, body]).toEqual([200, []]);
  });

  test('creating answers the row', async () => {
    const { status, body } = await admin.request('POST', '/api/conversations', { title: 'Photos', model: 'm1' });
    expect([status, body]).toEqual([
      200,
      { id: expect.any(String), title: 'Photos', model: 'm1', created_at: expect.stringMatching(INSTANT), updated_at: expect.stringMatching(INSTANT) },
    ]);
  });

  test('creating with nothing has a title and a model of its own', async () => {
    const { status, body } = await admin.request('POST', '/api/conversations', {});
    expect([status, body]).toEqual([200, expect.objectContaining({ title: 'New Chat', model: 'main-model' })]);
  });

  test('a long title is cut to 200 characters', async () => {
    const id = await create({ title: 'x'.repeat(300) });
    expect((await guest.get(`/api/conversations/${id}`)).body.conversation.title).toBe('x'.repeat(200));
  });

  test('the last changed is the first of the list', async () => {
    const [first, second] = [await create({ title: 'first' }), await create({ title: 'second' })];
    const ids = async (): Promise<string[]> => (await guest.get('/api/conversations')).body.map(({ id }: { id: string }) => id);
    expect(await ids()).toEqual([second, first]);
    await admin.request('PUT', `/api/conversations/${first}`, { title: 'first again' });
    expect(await ids()).toEqual([first, second]);
  });

  test('one is read with its messages in their order', async () => {
    const id = await create({ title: 'Talk' });
    expect((await guest.get(`/api/conversations/${id}`)).body).toMatchObject({ conversation: { id, title: 'Talk' }, messages: [] });
    server.provider.replyAnswer('Hello.');
    await admin.stream('/api/chat', { message: 'Hi', conversation_id: id });
    const { status, body } = await guest.get(`/api/conversations/${id}`);
    expect([status, body.messages]).toEqual([
      200,
      [
        { id: expect.any(Number), conversation_id: id, role: 'user', content: 'Hi', created_at: expect.stringMatching(INSTANT) },
        { id: expect.any(Number), conversation_id: id, role: 'assistant', content: 'Hello.', created_at: expect.stringMatching(INSTANT) },
      ],
    ]);
    expect(body.messages[1].id).toBeGreaterThan(body.messages[0].id);
  });

  test.each([
    [{ title: 'New' }, { title: 'New', model: 'm1' }],
    [{ model: 'm2' }, { title: 'Old', model: 'm2' }],
    [{ title: 'New', model: 'm2' }, { title: 'New', model: 'm2' }],
    [{}, { title: 'Old', model: 'm1' }],
  ])('changing %j', async (change, expected) => {
    const id = await create({ title: 'Old', model: 'm1' });
    const { status, body } = await admin.request('PUT', `/api/conversations/${id}`, change);
    expect([status, body]).toEqual([200, OK]);
    expect((await guest.get(`/api/conversations/${id}`)).body.conversation).toMatchObject(expected);
  });

  test('one is deleted, and deleting it again is fine', async () => {
    const [id, kept] = [await create(), await create()];
    for (let times = 0; times < 2; times += 1) {
      const { status, body } = await admin.request('DELETE', `/api/conversations/${id}`);
      expect([status, body]).toEqual([200, OK]);
    }
    expectRefused(await guest.get(`/api/conversations/${id}`), 404);
    expect((await guest.get('/api/conversations')).body).toMatchObject([{ id: kept }]);
  });

  test('all are deleted', async () => {
    await create();
    await create();
    const { status, body } = await admin.request('DELETE', '/api/conversations');
    expect([status, body]).toEqual([200, OK]);
    expect((await guest.get('/api/conversations')).body).toEqual([]);
  });

  test.each([
    ['reading what is not there', 'GET', '/none', undefined, 404],
    ['changing what is not there', 'PUT', '/none', { title: 'x' }, 404],
    ['a title that is no text', 'POST', '', { title: 7 }, 400],
    ['a list', 'POST', '', [1], 400],
    ['no JSON', 'POST', '', '{', 400],
  ])('%s is refused', async (_what, method, route, body, status) => {
    expectRefused(await admin.request(method, `/api/conversations${route}`, body), status);
    expect((await guest.get('/api/conversations')).body).toEqual([]);
  });

  test('a guest changes and deletes nothing', async () => {
    const id = await create({ title: 'Kept' });
    for (const [method, route, body] of [['POST', '', {}], ['PUT', `/${id}`, { title: 'x' }], ['DELETE', `/${id}`, undefined], ['DELETE', '', undefined]] as const) {
      expectRefused(await guest.request(method, `/api/conversations${route}`, body), 403, 'Admin PIN required for this action');
    }
    expect((await guest.get('/api/conversations')).body).toMatchObject([{ id, title: 'Kept' }]);
  });
});
