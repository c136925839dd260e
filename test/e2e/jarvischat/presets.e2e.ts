import { INSTANT, JarvisChatServer, OK, expectRefused, type JarvisChatPage } from '../../support/jarvischat-page.js';

/** Presets: three that came, and those of the admin. */
describe('presets', () => {
  let server: JarvisChatServer;
  let admin: JarvisChatPage;
  let guest: JarvisChatPage;

  beforeAll(async () => {
    server = await JarvisChatServer.start();
  });
  beforeEach(async () => {
    [admin, guest] = [await server.admin(), await server.guest()];
  });
  afterEach(async () => {
    for (const { id } of await list()) await admin.request('DELETE', `/api/presets/${id}`);
  });
  afterAll(() => server.stop());

  const list = async (): Promise<{ id: string; name: string; prompt: string; is_default: number }[]> => (await guest.get('/api/presets')).body;
  const names = async (): Promise<string[]> => (await list()).map(({ name }) => name);
  const DEFAULTS = ['Coding Companion', 'General Assistant', 'Linux Sysadmin'];

  test('three came with it', async () => {
    const { status, body } = await guest.get('/api/presets');
    expect([status, body]).toEqual([
      200,
      DEFAULTS.map((name) => ({ id: expect.any(String), name, prompt: expect.stringMatching(/\S/), is_default: 1, created_at: expect.stringMatching(INSTANT) })),
    ]);
  });

  test('one is added, trimmed, behind those that came', async () => {
    const { status, body } = await admin.request('POST', '/api/presets', { name: ' Aardvark ', prompt: ' Dig. ' });
    expect([status, body]).toEqual([200, { id: expect.any(String), name: 'Aardvark', prompt: 'Dig.' }]);
    expect(await names()).toEqual([...DEFAULTS, 'Aardvark']);
    expect((await list()).at(-1)).toMatchObject({ ...body, is_default: 0 });
  });

  test('own ones stand by name', async () => {
    for (const name of ['Zebra', 'Ape', 'Mole']) await admin.request('POST', '/api/presets', { name, prompt: 'x' });
    expect(await names()).toEqual([...DEFAULTS, 'Ape', 'Mole', 'Zebra']);
  });

  test('one is changed', async () => {
    const { id } = (await admin.request('POST', '/api/presets', { name: 'Old', prompt: 'Old.' })).body;
    const { status, body } = await admin.request('PUT', `/api/presets/${id}`, { name: 'New', prompt: 'New.' });
    expect([status, body]).toEqual([200, OK]);
    expect((await list()).at(-1)).toMatchObject({ id, name: 'New', prompt: 'New.' });
  });

  test('one is deleted', async () => {
    const { id } = (await admin.request('POST', '/api/presets', { name: 'Gone', prompt: 'x' })).body;
    const { status, body } = await admin.request('DELETE', `/api/presets/${id}`);
    expect([status, body]).toEqual([200, OK]);
    expect(await names()).toEqual(DEFAULTS);
  });

  test.each([0, 1, 2])('number %i of those that came is not deleted', async (index) => {
    const { status, body } = await admin.request('DELETE', `/api/presets/${(await list())[index]?.id}`);
    expect([status, body]).toEqual([200, OK]);
    expect(await names()).toEqual(DEFAULTS);
  });

  test('one that came may be changed', async () => {
    const [first] = await list();
    expect((await admin.request('PUT', `/api/presets/${first?.id}`, { name: first?.name, prompt: 'Mine.' })).body).toEqual(OK);
    expect((await list())[0]).toEqual({ ...first, prompt: 'Mine.' });
  });

  test.each([
    ['a blank name', 'POST', '', { name: ' ', prompt: 'x' }, 400],
    ['a blank prompt', 'POST', '', { name: 'x', prompt: ' ' }, 400],
    ['nothing', 'POST', '', {}, 400],
    ['a name of 121 characters', 'POST', '', { name: 'x'.repeat(121), prompt: 'x' }, 413],
    ['a prompt of 12,001 characters', 'POST', '', { name: 'x', prompt: 'x'.repeat(12_001) }, 413],
    ['a change to a blank name', 'PUT', '/coding-companion', { name: '', prompt: 'x' }, 400],
    ['a change without a prompt', 'PUT', '/coding-companion', { name: 'x' }, 400],
    ['a change of what is not there', 'PUT', '/none', { name: 'x', prompt: 'x' }, 404],
  ])('%s is refused', async (_what, method, route, body, status) => {
    const before = await list();
    expectRefused(await admin.request(method, `/api/presets${route}`, body), status);
    expect(await list()).toEqual(before);
  });

  test('a guest adds, changes and deletes nothing', async () => {
    const before = await list();
    const preset = { name: 'x', prompt: 'x' };
    for (const [method, route, body] of [['POST', '', preset], ['PUT', `/${before[0]?.id}`, preset], ['DELETE', `/${before[0]?.id}`, undefined]] as const) {
      expectRefused(await guest.request(method, `/api/presets${route}`, body), 403, 'Admin PIN required for this action');
    }
    expect(await list()).toEqual(before);
  });
});
