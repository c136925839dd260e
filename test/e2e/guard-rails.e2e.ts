import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Jarvis, type Answer } from '../support/jarvis.js';
import { GatewaySocket, ALL_SCOPES } from '../support/gateway-socket.js';
import { SignedIn } from '../support/signed-in.js';

const PIN = '493817';

describe('guard rails of a guarded server', () => {
  let jarvis: Jarvis;
  let client = 0;

  beforeAll(async () => {
    jarvis = await Jarvis.start(
      { trustProxy: ['127.0.0.1'], tools: { exec: { security: 'full', ask: 'always' } } },
      { env: { JARVIS_ADMIN_PIN: PIN, JARVISCHAT_TRUSTED_ORIGINS: 'https://panel.lan/' } },
    );
  });
  afterAll(() => jarvis.stop());

  /** Headers of a page whose client has an address of its own. */
  function newcomer(): Record<string, string> {
    client += 1;
    return { origin: jarvis.url, 'x-forwarded-proto': 'http', 'x-forwarded-for': `10.9.0.${client}` };
  }

  async function guest(from = newcomer()): Promise<Record<string, string>> {
    const { body } = await jarvis.request('POST', '/api/auth/guest', undefined, from);
    return { ...from, 'x-session-id': (body as { session_id: string }).session_id };
  }

  async function statuses(count: number, ask: (index: number) => Promise<Answer>): Promise<{ tally: Record<number, number>; last: Answer }> {
    const tally: Record<number, number> = {};
    let last!: Answer;
    for (let index = 0; index < count; index += 1) {
      last = await ask(index);
      tally[last.status] = (tally[last.status] ?? 0) + 1;
    }
    return { tally, last };
  }

  function expectRetry({ status, headers, body }: Answer, most = 60): void {
    expect(status).toBe(429);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(most);
    expect(body.detail).toBe(body.error);
  }

  test('a body that is too long is 413 before anything else is said', async () => {
    for (const [route, kibibytes] of [['/api/chat', 128], ['/api/search', 128], ['/api/profile', 256], ['/api/presets', 64]] as const) {
      for (const headers of [newcomer(), { ...newcomer(), origin: 'https://evil.example' }, { ...newcomer(), 'x-forwarded-for': '203.0.113.5' }, await guest()]) {
        const answer = await jarvis.request('POST', route, JSON.stringify({ x: 'x'.repeat(kibibytes * 1024) }), headers);
        expect({ route, status: answer.status }).toEqual({ route, status: 413 });
        expect(answer.body.detail).toContain(`${kibibytes} KiB`);
      }
    }
  });

  test('an address that is not allowed is told so, before the page that it comes from', async () => {
    const answer = await jarvis.request('GET', '/api/settings', undefined, { ...newcomer(), 'x-forwarded-for': '203.0.113.5', origin: 'https://evil.example' });
    expect(answer).toMatchObject({ status: 403, body: { error: 'Client IP not allowed', detail: 'Client IP not allowed' } });
  });

  test.each([
    ['no page', {}, 403],
    ['null', { origin: 'null' }, 403],
    ['another site', { origin: 'https://evil.example' }, 403],
    ['another port', { origin: 'http://127.0.0.1:1' }, 403],
    ['another site, by Referer', { referer: 'https://evil.example/x' }, 403],
    ['a trusted origin', { origin: 'https://panel.lan' }, 401],
    ['a trusted origin, by Referer', { referer: 'https://panel.lan/x' }, 401],
  ])('%s is answered %j', async (_what, page, status) => {
    const { origin: _origin, ...from } = newcomer();
    const answer = await jarvis.request('GET', '/api/conversations', undefined, { ...from, ...page });
    expect(answer.status).toBe(status);
    expect(answer.body.detail).toBe(status === 403 ? 'Origin check failed' : 'Authentication required');
  });

  test('a made-up session gives no fresh count', async () => {
    const from = newcomer();
    const { tally, last } = await statuses(31, (index) => jarvis.request('POST', '/api/auth/guest', undefined, { ...from, 'x-session-id': index.toString(16).padStart(32, '0') }));
    expect(tally).toEqual({ 200: 30, 429: 1 });
    expectRetry(last);
  });

  test.each<[string, number, (headers: Record<string, string>) => Promise<Answer>]>([
    ['chat', 24, (headers) => jarvis.request('POST', '/api/chat', {}, headers)],
    ['search', 16, (headers) => jarvis.request('POST', '/api/search', {}, headers)],
    ['reads', 240, (headers) => jarvis.request('GET', '/api/presets', undefined, headers)],
  ])('a session has its %s: %i a minute', async (_what, limit, ask) => {
    const headers = await guest();
    const { tally, last } = await statuses(limit + 1, () => ask(headers));
    expect(tally[429]).toBe(1);
    expectRetry(last);
    // Somebody else at the same address goes on.
    expect((await ask(await guest(headers))).status).not.toBe(429);
  });

  test('requests that are refused for their page are counted', async () => {
    const from = { ...newcomer(), origin: 'https://evil.example' };
    const { tally, last } = await statuses(31, () => jarvis.request('DELETE', '/api/memories/1', undefined, from));
    expect(tally).toEqual({ 403: 30, 429: 1 });
    expectRetry(last);
  });

  test('ten sign-ins a minute, and five wrong PINs lock out for 300 s, also with the right one', async () => {
    const login = (pin: string, from: Record<string, string>): Promise<Answer> => jarvis.request('POST', '/api/auth/login', { pin }, from);
    const patient = newcomer();
    const { tally, last } = await statuses(11, () => login(PIN, patient));
    expect(tally).toEqual({ 200: 10, 429: 1 });
    expectRetry(last);

    const guesser = newcomer();
    expect((await statuses(5, () => login('', guesser))).tally).toEqual({ 401: 5 });
    expectRetry(await login(PIN, guesser), 300);
    expect((await login(PIN, newcomer())).status).toBe(200);
    const audit = readFileSync(path.join(jarvis.home, '.jarvis', 'logs', 'audit.jsonl'), 'utf8');
    for (const line of ['"event":"admin_login","outcome":"locked"', '"event":"rate_limit"', '"event":"ip_allowlist"', '"event":"origin_check"']) expect(audit).toContain(line);
  });

  test('over the gateway: the PIN or the owner’s session is the owner, a guest’s session nobody', async () => {
    const url = jarvis.url.replace('http', 'ws');
    const [owner, visitor] = [await SignedIn.asOwner(jarvis, PIN), await SignedIn.asGuest(jarvis)];
    for (const auth of [{ password: PIN }, { token: owner.sessionId }]) {
      const socket = await GatewaySocket.connect(url, { scopes: ALL_SCOPES, auth });
      expect(socket.hello.auth.scopes).toHaveLength(ALL_SCOPES.length);
      socket.socket.close();
    }
    for (const [auth, code] of [
      [{ token: visitor.sessionId }, 'AUTH_UNAUTHORIZED'],
      [{ token: '0'.repeat(32) }, 'AUTH_TOKEN_MISMATCH'],
      [{ password: '0000' }, 'AUTH_PASSWORD_MISMATCH'],
      [{}, 'AUTH_TOKEN_MISSING'],
    ] as const) {
      await expect(GatewaySocket.connect(url, { scopes: ALL_SCOPES, auth })).rejects.toMatchObject({ response: { error: { details: { code } } } });
    }
  });

  test('a decision on a command needs the owner’s session', async () => {
    const [owner, visitor] = [await SignedIn.asOwner(jarvis, PIN), await SignedIn.asGuest(jarvis)];
    jarvis.provider.replyToolCalls([{ id: 'call-1', name: 'exec', arguments: { cmd: 'echo decided' } }]).replyAnswer('Done.');
    const chat = owner.chat('Do it');
    let id: string | undefined;
    for (let tries = 0; id === undefined && tries < 400; tries += 1) {
      id = ((await owner.request('GET', '/api/approvals')).body as { approvals: { id: string }[] }).approvals[0]?.id;
      if (id === undefined) await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const decision = { decision: 'allow-once' };
    expect((await jarvis.request('POST', `/api/approvals/${id}`, decision)).status).toBe(403);
    expect((await jarvis.request('POST', `/api/approvals/${id}`, decision, { origin: jarvis.url })).status).toBe(401);
    expect((await visitor.request('POST', `/api/approvals/${id}`, decision)).status).toBe(403);
    expect((await owner.request('POST', `/api/approvals/${id}`, decision)).status).toBe(200);
    expect((await chat).text).toContain('decided');
  });
});

describe('named ranges of addresses', () => {
  test('hold in local mode too, and leave the page open', async () => {
    const jarvis = await Jarvis.start({}, { env: { JARVISCHAT_ALLOWED_CIDRS: '10.0.0.0/8' } });
    expect(await jarvis.request('GET', '/api/settings')).toMatchObject({ status: 403, body: { detail: 'Client IP not allowed' } });
    await expect(GatewaySocket.open(jarvis.url.replace('http', 'ws'))).rejects.toMatchObject({ status: 403 });
    expect((await jarvis.request('GET', '/')).status).toBe(200);
    await jarvis.stop();
  });
});

describe('LLAMA_SERVER_BASE', () => {
  test('stands in where the settings name no provider', async () => {
    const other = await Jarvis.start();
    const base = other.provider.baseUrl.replace(/\/v1$/, '');
    const jarvis = await Jarvis.start({ baseUrl: null }, { env: { LLAMA_SERVER_BASE: base } });
    other.provider.replyAnswer('From the llama.');
    expect((await jarvis.chat('hello')).body.response).toBe('From the llama.');
    await Promise.all([jarvis.stop(), other.stop()]);
  });
});
