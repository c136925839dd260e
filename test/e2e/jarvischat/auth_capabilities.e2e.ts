import { JarvisChatServer, PIN, OK, expectRefused } from '../../support/jarvischat-page.js';

/** Guest and admin sessions, what each may do, and pages of elsewhere. */
describe('sessions and what they may do', () => {
  let server: JarvisChatServer;

  beforeAll(async () => {
    server = await JarvisChatServer.start();
  });
  afterAll(() => server.stop());

  test.each([
    ['guest', '/api/auth/guest', {}, 'guest'],
    ['guest, whatever the body says', '/api/auth/guest', { role: 'admin' }, 'guest'],
    ['admin, the PIN as text', '/api/auth/login', { pin: PIN }, 'admin'],
    ['admin, the PIN as a number', '/api/auth/login', { pin: Number(PIN) }, 'admin'],
  ])('%s', async (_what, route, body, role) => {
    const { status, body: session } = await server.page().request('POST', route, body);
    expect([status, session]).toEqual([200, { status: 'ok', session_id: expect.stringMatching(/^[0-9a-f]{32}$/), role, timeout_seconds: 90 }]);
  });

  test.each([
    ['none', { authenticated: false, role: 'none' }],
    ['guest', { authenticated: true, role: 'guest' }],
    ['admin', { authenticated: true, role: 'admin' }],
  ] as const)('the session of %s is told', async (who, expected) => {
    const page = who === 'none' ? server.page() : await server[who]();
    const { status, body } = await page.get('/api/auth/session');
    expect([status, body]).toEqual([200, expected]);
  });

  test.each([['a wrong one', '9999'], ['an empty one', ''], ['letters', 'abcd'], ['one that is too long', '4938171234567']])('a PIN, %s, is refused', async (_what, pin) => {
    expectRefused(await server.page().request('POST', '/api/auth/login', { pin }), 401, 'Invalid PIN');
  });

  test('a body that is no JSON signs nobody in', async () => {
    expectRefused(await server.page().request('POST', '/api/auth/login', '{'), 400);
  });

  test('five wrong PINs lock an address, also for the right one', async () => {
    const page = server.page();
    for (let tries = 0; tries < 5; tries += 1) expectRefused(await page.request('POST', '/api/auth/login', { pin: '0000' }), 401, 'Invalid PIN');
    expectRefused(await page.request('POST', '/api/auth/login', { pin: PIN }), 429, /\d+/);
    expect((await server.page().request('POST', '/api/auth/login', { pin: PIN })).body.role).toBe('admin');
  });

  test('a success clears the count of wrong PINs', async () => {
    const page = server.page();
    for (let tries = 0; tries < 4; tries += 1) await page.request('POST', '/api/auth/login', { pin: '0000' });
    expect((await page.request('POST', '/api/auth/login', { pin: PIN })).status).toBe(200);
    expectRefused(await page.request('POST', '/api/auth/login', { pin: '0000' }), 401, 'Invalid PIN');
    expect((await page.request('POST', '/api/auth/login', { pin: PIN })).status).toBe(200);
  });

  const WRITES: readonly [method: string, route: string, body: object | undefined][] = [
    ['POST', '/api/conversations', { title: 'x' }],
    ['PUT', '/api/conversations/x', { title: 'x' }],
    ['DELETE', '/api/conversations/x', undefined],
    ['DELETE', '/api/conversations', undefined],
    ['POST', '/api/memories', { fact: 'x' }],
    ['PUT', '/api/memories/1', { fact: 'x' }],
    ['DELETE', '/api/memories/1', undefined],
    ['POST', '/api/presets', { name: 'x', prompt: 'x' }],
    ['PUT', '/api/presets/x', { name: 'x', prompt: 'x' }],
    ['DELETE', '/api/presets/x', undefined],
    ['PUT', '/api/profile', { content: 'x' }],
    ['PUT', '/api/settings', { memory_enabled: true }],
    ['PUT', '/api/skills/memory.add', { enabled: true }],
  ];

  test.each(WRITES)('%s %s wants a session, and the PIN', async (method, route, body) => {
    expectRefused(await server.page().request(method, route, body), 401, 'Authentication required');
    expectRefused(await (await server.guest()).request(method, route, body), 403, 'Admin PIN required for this action');
  });

  test.each([
    '/api/conversations',
    '/api/memories',
    '/api/memories/search?q=x',
    '/api/memories/stats',
    '/api/presets',
    '/api/profile',
    '/api/profile/default',
    '/api/settings',
    '/api/skills',
    '/api/skills/active',
    '/api/models',
    '/api/ps',
    '/api/stats',
    '/api/search/status',
  ])('GET %s is open to a guest, and to nobody without a session', async (route) => {
    expectRefused(await server.page().get(route), 401, 'Authentication required');
    const { status, body } = await (await server.guest()).get(route);
    expect([status, typeof body]).toEqual([200, 'object']);
  });

  test('a page of elsewhere is refused, with a session and without', async () => {
    for (const page of [server.page(), await server.guest(), await server.admin()]) {
      expectRefused(await page.request('GET', '/api/settings', undefined, { origin: 'https://evil.example' }), 403, 'Origin check failed');
      expectRefused(await page.request('POST', '/api/auth/guest', {}, { origin: 'null' }), 403, 'Origin check failed');
    }
  });

  test('a heartbeat keeps a session, and is refused without one', async () => {
    const beat = await (await server.guest()).request('POST', '/api/auth/heartbeat');
    expect([beat.status, beat.body]).toEqual([200, OK]);
    expectRefused(await server.page().request('POST', '/api/auth/heartbeat'), 401);
  });

  test.each(['header', 'JSON', 'bare text'])('logout by %s ends the session', async (how) => {
    const admin = await server.admin();
    const id = admin.headers['x-session-id'];
    const left =
      how === 'header'
        ? await admin.request('POST', '/api/auth/logout')
        : await server.page().request('POST', '/api/auth/logout', how === 'JSON' ? { session_id: id } : id, how === 'JSON' ? {} : { 'content-type': 'text/plain;charset=UTF-8' });
    expect([left.status, left.body]).toEqual([200, OK]);
    expectRefused(await admin.get('/api/settings'), 401, 'Authentication required');
  });

  test('logout of a session that is not there is fine', async () => {
    const { status, body } = await server.page().request('POST', '/api/auth/logout', { session_id: '0'.repeat(32) });
    expect([status, body]).toEqual([200, OK]);
  });

  test('a session is of the address that it was given to', async () => {
    const admin = await server.admin();
    expectRefused(await admin.request('GET', '/api/settings', undefined, { 'x-forwarded-for': '10.200.0.1' }), 401, 'Authentication required');
    expect((await admin.get('/api/settings')).status).toBe(200);
  });

  test.each(['guest', 'admin'] as const)('a route that is not there is 404: %s', async (who) => {
    const { status, body } = await (await server[who]()).request('POST', '/api/nothing', {});
    expect([status, body]).toEqual([404, { error: expect.stringContaining('no such route') }]);
  });
});
