import type { Answer } from '../../support/jarvis.js';
import { JarvisChatServer, PIN, expectRefused, type JarvisChatPage } from '../../support/jarvischat-page.js';

/** How often one may ask, and how much one may send. */
describe('rates and sizes', () => {
  let server: JarvisChatServer;

  beforeAll(async () => {
    server = await JarvisChatServer.start();
  });
  afterAll(() => server.stop());

  test.each<[string, number, 'page' | 'guest' | 'admin', (page: JarvisChatPage) => Promise<Answer>]>([
    ['sign-ins', 10, 'page', (page) => page.request('POST', '/api/auth/login', { pin: PIN })],
    ['chat', 24, 'guest', (page) => page.request('POST', '/api/chat', {})],
    ['searches', 16, 'guest', (page) => page.request('POST', '/api/search', {})],
    ['changes', 30, 'admin', (page) => page.request('PUT', '/api/settings', {})],
    ['new guests', 30, 'page', (page) => page.request('POST', '/api/auth/guest', {})],
    ['reads', 240, 'guest', (page) => page.get('/api/presets')],
  ])('%s: %i a minute, then 429 with the seconds', async (_what, limit, who, ask) => {
    const page = await server[who]();
    for (let count = 0; count < limit; count += 1) expect((await ask(page)).status).not.toBe(429);
    const refused = await ask(page);
    expectRefused(refused, 429, /\d+/);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    // Others go on.
    expect((await ask(await server[who]())).status).not.toBe(429);
  });

  test('a full count of one kind leaves the others', async () => {
    const guest = await server.guest();
    for (let count = 0; count < 17; count += 1) await guest.request('POST', '/api/search', {});
    expectRefused(await guest.request('POST', '/api/search', {}), 429);
    expectRefused(await guest.request('POST', '/api/chat', {}), 400);
    expect((await guest.get('/api/presets')).status).toBe(200);
  });

  test('made-up sessions give no fresh count', async () => {
    const page = server.page();
    const statuses: number[] = [];
    for (let count = 0; count < 31; count += 1) {
      statuses.push((await page.request('POST', '/api/auth/guest', {}, { 'x-session-id': count.toString(16).padStart(32, '0') })).status);
    }
    expect(statuses).toEqual([...Array<number>(30).fill(200), 429]);
  });

  test.each([
    ['POST', '/api/chat', 128],
    ['POST', '/api/search', 128],
    ['PUT', '/api/profile', 256],
    ['POST', '/api/memories', 64],
    ['POST', '/api/presets', 64],
    ['PUT', '/api/settings', 64],
    ['POST', '/api/auth/login', 64],
    ['POST', '/api/show', 64],
  ])('%s %s takes %i KiB, and more is 413 before anything else', async (method, route, kibibytes) => {
    const text = (bytes: number): string => `{"x":"${'x'.repeat(bytes - 8)}"}`;
    for (const page of [server.page(), await server.guest(), await server.admin()]) {
      expectRefused(await page.request(method, route, text(kibibytes * 1024 + 1)), 413, new RegExp(`${kibibytes} KiB`));
      expectRefused(await page.request(method, route, text(kibibytes * 1024 + 1), { origin: 'https://evil.example' }), 413);
    }
    expect((await (await server.guest()).request(method, route, text(kibibytes * 1024))).text).not.toContain('KiB');
  });
});
