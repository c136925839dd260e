import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { eventually } from '../cli/support/cli-home.js';
import { Jarvis } from '../support/jarvis.js';
import { SignedIn } from '../support/signed-in.js';
import { makeTestHome, startServer } from '../support/start-server.js';

const PIN = '493817';

describe('signing in', () => {
  let jarvis: Jarvis;
  let own: Record<string, string>;

  beforeAll(async () => {
    jarvis = await Jarvis.start({}, { env: { JARVIS_ADMIN_PIN: PIN } });
    own = { origin: jarvis.url };
  });
  afterAll(() => jarvis.stop());

  const login = (pin: unknown, headers = own) => jarvis.request('POST', '/api/auth/login', { pin }, headers);
  const state = async (sessionId: string) => (await jarvis.request('GET', '/api/auth/session', undefined, { ...own, 'x-session-id': sessionId })).body as unknown;

  test('a guest is given a session, the owner one with the PIN, each in the shape that JarvisChat has', async () => {
    const guest = await jarvis.request('POST', '/api/auth/guest', undefined, own);
    expect(guest.body).toEqual({ status: 'ok', session_id: expect.stringMatching(/^[0-9a-f]{32}$/) as string, role: 'guest', timeout_seconds: 90 });
    const owner = await login(Number(PIN));
    expect(owner.body).toEqual({ status: 'ok', session_id: expect.stringMatching(/^[0-9a-f]{32}$/) as string, role: 'admin', timeout_seconds: 90 });
    expect(await state(guest.body.session_id as string)).toEqual({ authenticated: true, role: 'guest' });
    expect(await state(owner.body.session_id as string)).toEqual({ authenticated: true, role: 'admin' });
    expect(await state('0'.repeat(32))).toEqual({ authenticated: false, role: 'none' });
  });

  test('a wrong PIN is 401, a body that is none 400, and a form does nothing', async () => {
    expect(await login('1234')).toMatchObject({ status: 401, body: { error: 'Invalid PIN', detail: 'Invalid PIN' } });
    expect((await jarvis.request('POST', '/api/auth/login', [1], own)).status).toBe(400);
    expect((await jarvis.request('POST', '/api/auth/login', 'pin=1', { ...own, 'content-type': 'application/x-www-form-urlencoded' })).status).toBe(415);
    expect((await login(PIN)).status).toBe(200);
  });

  test('a heartbeat keeps a session, and says when there is none', async () => {
    const guest = await SignedIn.asGuest(jarvis);
    expect((await guest.request('POST', '/api/auth/heartbeat')).body).toEqual({ status: 'ok' });
    expect((await jarvis.request('POST', '/api/auth/heartbeat', undefined, own)).status).toBe(401);
  });

  test.each<[string, (id: string) => [body: unknown, headers: Record<string, string>]]>([
    ['its header', (id) => [undefined, { 'x-session-id': id }]],
    ['JSON', (id) => [{ session_id: id }, {}]],
    ['bare text, as sendBeacon sends it', (id) => [id, { 'content-type': 'text/plain;charset=UTF-8' }]],
    ['JSON as text', (id) => [JSON.stringify({ session_id: id }), { 'content-type': 'text/plain;charset=UTF-8' }]],
  ])('a session ends by %s', async (_how, sent) => {
    const { sessionId } = await SignedIn.asGuest(jarvis);
    const [body, headers] = sent(sessionId);
    expect(await jarvis.request('POST', '/api/auth/logout', body, { ...own, ...headers })).toMatchObject({ status: 200, body: { status: 'ok' } });
    expect(await state(sessionId)).toEqual({ authenticated: false, role: 'none' });
  });

  test('the end of a session that is none is fine, whatever was sent', async () => {
    for (const body of [undefined, 'x', '{"session_id": 5}', 'x'.repeat(5_000), '{']) {
      expect((await jarvis.request('POST', '/api/auth/logout', body, { ...own, 'content-type': 'text/plain' })).body).toEqual({ status: 'ok' });
    }
  });

  test('what the owner alone may do is closed to a guest, open with the PIN, and 401 without a session', async () => {
    const change = (headers: Record<string, string>) => jarvis.request('PUT', '/api/settings', { memory_enabled: true }, headers);
    const [guest, owner] = [await SignedIn.asGuest(jarvis), await SignedIn.asOwner(jarvis, PIN)];
    expect(await change(own)).toMatchObject({ status: 401, body: { detail: 'Authentication required' } });
    expect(await change(guest.headers)).toMatchObject({ status: 403, body: { detail: 'Admin PIN required for this action' } });
    expect(await change(owner.headers)).toMatchObject({ status: 200, body: { status: 'ok' } });
    // The action's line is written when its answer is out.
    await eventually('the action is in the audit log', async () => (await jarvis.readText('logs', 'audit.jsonl')).includes('admin_action'));
    const audit = await jarvis.readLines('logs', 'audit.jsonl');
    for (const line of [
      { event: 'guest_session', outcome: 'success', ip: '127.0.0.1', role: 'guest' },
      { event: 'admin_login', outcome: 'failed' },
      { event: 'admin_login', outcome: 'success', role: 'admin' },
      { event: 'logout', role: 'guest' },
      { event: 'auth_required', outcome: 'denied', details: 'PUT /api/settings' },
      { event: 'admin_capability', outcome: 'denied', role: 'guest', details: 'PUT /api/settings' },
      { event: 'admin_action', outcome: 'success', role: 'admin', details: 'PUT /api/settings' },
    ]) {
      expect(audit).toContainEqual(expect.objectContaining(line));
    }
  });

  test('the PIN and the ids of sessions are readable nowhere', async () => {
    const owner = await SignedIn.asOwner(jarvis, PIN);
    const settings = await owner.request('GET', '/api/settings');
    expect(settings.text).not.toMatch(/pin|scrypt/i);
    const config = path.join(jarvis.home, '.jarvis', 'data', 'config');
    for (const name of ['pin.json', 'local-token']) expect(statSync(path.join(config, name)).mode & 0o777).toBe(0o600);
    const files = readdirSync(path.join(jarvis.home, '.jarvis'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    for (const { parentPath, name } of files) {
      const text = readFileSync(path.join(parentPath, name), 'utf8');
      expect(text).not.toContain(PIN);
      expect(text).not.toContain(owner.sessionId);
    }
  });
});

describe('a PIN that must not be', () => {
  test.each([
    ['JARVIS_ADMIN_PIN', '12', /JARVIS_ADMIN_PIN cannot be used\. A PIN is 4 to 12 digits/],
    ['JARVISCHAT_ADMIN_PIN', '1234567890123', /JARVISCHAT_ADMIN_PIN cannot be used\. A PIN is 4 to 12 digits/],
    ['JARVIS_ADMIN_PIN', '١٢٣٤', /4 to 12 digits/],
    ['JARVISCHAT_ALLOW_DEFAULT_PIN', 'true', /JARVISCHAT_ALLOW_DEFAULT_PIN is set, but there is no default PIN/],
  ])('%s=%s stops the start and says why', async (name, value, reason) => {
    await expect(startServer({ home: await makeTestHome(), env: { [name]: value } })).rejects.toThrow(reason);
  });
});
