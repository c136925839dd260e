import { JarvisChatServer, OK, expectRefused, type JarvisChatPage } from '../../support/jarvischat-page.js';

/** Five settings are the clients'; nothing else of the file can be read or written through them. */
describe('settings', () => {
  let server: JarvisChatServer;
  let admin: JarvisChatPage;
  let guest: JarvisChatPage;

  beforeAll(async () => {
    server = await JarvisChatServer.start();
  });
  beforeEach(async () => {
    [admin, guest] = [await server.admin(), await server.guest()];
    await admin.request('PUT', '/api/settings', DEFAULTS);
  });
  afterAll(() => server.stop());

  const DEFAULTS = { profile_enabled: true, search_enabled: true, memory_enabled: true, skills_enabled: true, default_model: 'main-model' };
  const read = async (): Promise<unknown> => (await guest.get('/api/settings')).body;

  test('five, and no secret', async () => {
    const { status, body, text } = await guest.get('/api/settings');
    expect([status, body]).toEqual([200, DEFAULTS]);
    expect(text).not.toMatch(/pin|hash|salt|key/i);
  });

  test.each(['profile_enabled', 'search_enabled', 'memory_enabled', 'skills_enabled'])('%s is switched off and on', async (name) => {
    for (const value of [false, true]) {
      const { status, body } = await admin.request('PUT', '/api/settings', { [name]: value });
      expect([status, body]).toEqual([200, OK]);
      expect(await read()).toEqual({ ...DEFAULTS, [name]: value });
    }
  });

  test('the model is chosen', async () => {
    expect((await admin.request('PUT', '/api/settings', { default_model: 'qwen' })).body).toEqual(OK);
    expect(await read()).toEqual({ ...DEFAULTS, default_model: 'qwen' });
  });

  test('JarvisChat’s texts for a switch are understood', async () => {
    const { status, body } = await admin.request('PUT', '/api/settings', { memory_enabled: 'false', search_enabled: 'true' });
    expect([status, body]).toEqual([200, OK]);
    expect(await read()).toEqual({ ...DEFAULTS, memory_enabled: false });
  });

  test.each([
    ['the PIN’s hash', { admin_pin_hash: 'x' }, 400, /^Unknown setting key: admin_pin_hash\b/],
    ['two, by name', { zebra: 1, ape: 2 }, 400, /^Unknown setting key: ape, zebra\b/],
    ['one among known ones', { memory_enabled: false, nonsense: 1 }, 400, /^Unknown setting key: nonsense\b/],
    ['a key of settings.json', { baseUrl: 'http://evil.example' }, 400, /^Unknown setting key: baseUrl\b/],
    ['a word for a switch', { memory_enabled: 'maybe' }, 400, /memory_enabled/],
    ['a list', [1], 400, /object/],
    ['17 settings', Object.fromEntries(Array.from({ length: 17 }, (_, index) => [`k${index}`, 1])), 413, /16/],
    ['a key of 81 characters', { ['k'.repeat(81)]: 1 }, 413, /80/],
    ['a value of 8,001 characters', { default_model: 'x'.repeat(8001) }, 413, /8,?000/],
  ])('refuses %s and changes nothing', async (_what, body, status, reason) => {
    expectRefused(await admin.request('PUT', '/api/settings', body), status, reason);
    expect(await read()).toEqual(DEFAULTS);
  });

  test('a guest changes nothing', async () => {
    expectRefused(await guest.request('PUT', '/api/settings', { memory_enabled: false }), 403, 'Admin PIN required for this action');
    expect(await read()).toEqual(DEFAULTS);
  });
});
