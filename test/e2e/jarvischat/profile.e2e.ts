import { INSTANT, JarvisChatServer, expectRefused, type JarvisChatPage } from '../../support/jarvischat-page.js';

/** The profile: read, replaced, its default, and how long it may be. */
describe('profile', () => {
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

  test('is the default at first', async () => {
    const { status, body } = await guest.get('/api/profile');
    expect([status, body]).toEqual([200, { content: expect.stringMatching(/\S/), updated_at: expect.stringMatching(INSTANT) }]);
    const standard = await guest.get('/api/profile/default');
    expect([standard.status, standard.body]).toEqual([200, { content: body.content }]);
  });

  test('is replaced, and the default stays', async () => {
    const before = (await guest.get('/api/profile/default')).body;
    const { status, body } = await admin.request('PUT', '/api/profile', { content: 'I am Ann.' });
    expect([status, body]).toEqual([200, { status: 'ok', updated_at: expect.stringMatching(INSTANT) }]);
    expect((await guest.get('/api/profile')).body).toEqual({ content: 'I am Ann.', updated_at: body.updated_at });
    expect((await guest.get('/api/profile/default')).body).toEqual(before);
  });

  test('stands in the system prompt unless it is switched off', async () => {
    await admin.request('PUT', '/api/profile', { content: 'I am Wilhelmina.' });
    server.provider.replyAnswer('Hi.').replyAnswer('Hi.');
    await admin.stream('/api/chat', { message: 'Hi' });
    expect(server.sent(0).messages[0]?.content).toContain('I am Wilhelmina.');
    await admin.request('PUT', '/api/settings', { profile_enabled: false });
    await admin.stream('/api/chat', { message: 'Hi' });
    expect(server.sent(1).messages[0]?.content).not.toContain('Wilhelmina');
    await admin.request('PUT', '/api/settings', { profile_enabled: true });
  });

  test.each([['nothing in it', ''], ['32,000 characters', 'x'.repeat(32_000)], ['letters of all kinds', 'Ünïcödé 我喜欢咖啡 🐈\n']])('takes %s', async (_what, content) => {
    expect((await admin.request('PUT', '/api/profile', { content })).body.status).toBe('ok');
    expect((await guest.get('/api/profile')).body.content).toBe(content);
  });

  test.each([
    ['32,001 characters', { content: 'x'.repeat(32_001) }, 413],
    ['no content', {}, 400],
    ['a number', { content: 5 }, 400],
    ['a list', [1], 400],
    ['no JSON', '{', 400],
  ])('refuses %s', async (_what, body, status) => {
    await admin.request('PUT', '/api/profile', { content: 'Kept.' });
    expectRefused(await admin.request('PUT', '/api/profile', body), status);
    expect((await guest.get('/api/profile')).body.content).toBe('Kept.');
  });

  test('is not a guest’s to change', async () => {
    await admin.request('PUT', '/api/profile', { content: 'Kept.' });
    expectRefused(await guest.request('PUT', '/api/profile', { content: 'x' }), 403, 'Admin PIN required for this action');
    expect((await guest.get('/api/profile')).body.content).toBe('Kept.');
  });
});
