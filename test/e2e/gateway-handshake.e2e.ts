import { GatewayFixture } from '../support/gateway-fixture.js';
import { ALL_SCOPES, GatewaySocket } from '../support/gateway-socket.js';

let gateway: GatewayFixture;
beforeAll(async () => {
  gateway = await GatewayFixture.start({ handshakeTimeoutMs: 2000, maxPendingPerAddress: 4 });
});
afterAll(() => gateway.stop());

describe('connect', () => {
  test.each(['', '/', '/gateway', '/gateway?x=1'])('the seed\'s frames, at the path %j', async (path) => {
    const socket = await GatewaySocket.open(`${gateway.url}${path}`);
    const hello = await socket.sendConnect({ client: { id: 'cli', displayName: 'example', version: 'dev', platform: 'node', mode: 'cli' } });
    expect(hello).toMatchObject({
      type: 'res',
      ok: true,
      payload: {
        type: 'hello-ok',
        protocol: 3,
        features: { methods: ['health'], events: ['connect.challenge', 'tick', 'health', 'shutdown'] },
        snapshot: { presence: [], health: { ok: true }, stateVersion: { presence: expect.any(Number), health: expect.any(Number) } },
        auth: { role: 'operator', scopes: [] },
        policy: { maxPayload: 1048576, maxBufferedBytes: 1048576, tickIntervalMs: 30000 },
      },
    });
    expect(socket.frames[0]).toEqual({ type: 'event', event: 'connect.challenge', payload: { nonce: expect.any(String), ts: expect.any(Number) } });
    expect(await socket.request('health')).toMatchObject({ ok: true, payload: { ok: true, sessions: { count: 0 } } });
    socket.socket.close();
  });

  test('grants what was asked for and is allowed, and lists what that allows', async () => {
    const reader = await GatewaySocket.connect(gateway.url, { scopes: ['operator.read', 'no.such.scope'] });
    expect(reader.hello.auth.scopes).toEqual(['operator.read']);
    expect(reader.hello.features.methods).toEqual(expect.arrayContaining(['health', 'status', 'chat.history']));
    expect(reader.hello.features.methods).not.toContain('chat.send');
    for (const method of reader.hello.features.methods as string[]) {
      const { error } = await reader.request(method, {});
      expect(error?.message ?? '').not.toMatch(/unknown method|missing scope|unauthorized role/);
    }
    const all = await GatewaySocket.connect(gateway.url, { scopes: ALL_SCOPES });
    expect(all.hello.features.methods).toEqual(
      expect.arrayContaining(['chat.send', 'chat.abort', 'agent', 'agent.wait', 'send', 'poll', 'wake', 'system-event', 'logs.tail', 'sessions.patch', 'cron.run', 'node.invoke', 'node.pair.approve']),
    );
    reader.socket.close();
    all.socket.close();
  });

  test.each<[string, object | string, number, string | RegExp, object]>([
    ['another method first', { type: 'req', id: 'x', method: 'health' }, 1008, /the first request must be connect/, {}],
    ['no request at all', { type: 'event', event: 'tick' }, 1008, /invalid request frame/, {}],
    ['not JSON', 'hello', 1000, /not JSON/, {}],
    ['a client that is too new', { type: 'req', id: 'x', method: 'connect', params: { minProtocol: 4, maxProtocol: 9, client: { id: 'cli', version: '1', platform: 'x', mode: 'cli' } } }, 1002, 'protocol mismatch', { details: { expectedProtocol: 3 } }],
    ['unknown keys', { type: 'req', id: 'x', method: 'connect', params: { minProtocol: 3, maxProtocol: 3, client: { id: 'cli', version: '1', platform: 'x', mode: 'cli' }, hello: 1 } }, 1008, /unexpected property 'hello'/, {}],
    ['an unknown role', { type: 'req', id: 'x', method: 'connect', params: { minProtocol: 3, maxProtocol: 3, role: 'king', client: { id: 'cli', version: '1', platform: 'x', mode: 'cli' } } }, 1008, 'invalid role: king', {}],
  ])('refuses %s', async (_what, frame, code, message, details) => {
    const socket = await GatewaySocket.open(gateway.url);
    const response = socket.next(({ type }) => type === 'res');
    socket.send(frame);
    expect(await response).toMatchObject({ ok: false, error: { code: 'INVALID_REQUEST', message: typeof message === 'string' ? message : expect.stringMatching(message), ...details } });
    expect((await socket.closed).code).toBe(code);
  });

  test('takes a client that speaks a range around ours', async () => {
    const socket = await GatewaySocket.connect(gateway.url, { minProtocol: 1, maxProtocol: 7 });
    expect(socket.hello.protocol).toBe(3);
    expect(await socket.request('connect', {})).toMatchObject({ ok: false, error: { message: 'connect was already done on this connection' } });
    expect(await socket.request('health')).toMatchObject({ ok: true });
    socket.socket.close();
  });

  test('frames that follow the connect in the same packet are answered in order', async () => {
    const socket = await GatewaySocket.open(gateway.url);
    const raw = (socket.socket as unknown as { _socket: { cork(): void; uncork(): void } })._socket;
    raw.cork();
    const hello = socket.sendConnect();
    const health = socket.request('health');
    raw.uncork();
    expect(await hello).toMatchObject({ ok: true });
    expect(await health).toMatchObject({ ok: true });
    socket.socket.close();
  });

  test('a stranger gets 64 KiB, some seconds, and few sockets', async () => {
    const large = await GatewaySocket.open(gateway.url);
    large.send('x'.repeat(70 * 1024));
    expect((await large.closed).code).toBe(1009);
    const silent = await GatewaySocket.open(gateway.url);
    expect((await silent.closed).code).toBe(1000);
    const waiting = await Promise.all([1, 2, 3, 4].map(() => GatewaySocket.open(gateway.url)));
    await expect(GatewaySocket.open(gateway.url)).rejects.toMatchObject({ status: 503 });
    expect(await waiting[0]?.sendConnect()).toMatchObject({ ok: true });
    const fifth = await GatewaySocket.connect(gateway.url);
    for (const socket of [...waiting, fifth]) socket.socket.close();
  });

  test('one caller has 64 connections at most', async () => {
    const open: GatewaySocket[] = [];
    for (let count = 0; count < 64; count += 1) open.push(await GatewaySocket.connect(gateway.url));
    await expect(GatewaySocket.connect(gateway.url)).rejects.toMatchObject({ response: { error: { code: 'UNAVAILABLE', retryable: true } } });
    for (const { socket } of open) socket.close();
    await Promise.all(open.map(({ closed }) => closed));
  });

  test('after the handshake a frame may have 1 MiB, and no more', async () => {
    const socket = await GatewaySocket.connect(gateway.url);
    expect(await socket.request('chat.send', { sessionKey: 'main', message: 'x'.repeat(200_000), idempotencyKey: '' })).toMatchObject({ ok: false });
    socket.send('x'.repeat(1024 * 1024 + 1));
    expect((await socket.closed).code).toBe(1009);
  });
});

describe('the upgrade', () => {
  test.each([
    ['another site', {}, { origin: 'https://example.com' }, 403],
    ['a sandboxed page', {}, { origin: 'null' }, 403],
    ['another port of this machine', {}, { origin: 'http://127.0.0.1:1' }, 403],
    ['a name that is not ours', {}, { host: 'evil.example' }, 403],
    ['another path', { path: '/api/chat' }, {}, 404],
    ['a path that only looks like ours', { path: '//' }, {}, 404],
  ])('is refused: %s', async (_what, { path = '' }: { path?: string }, headers, status) => {
    await expect(GatewaySocket.open(`${gateway.url}${path}`, headers)).rejects.toMatchObject({ status });
  });

  test('is granted to our own page', async () => {
    const socket = await GatewaySocket.connect(gateway.url, {}, { origin: `http://127.0.0.1:${gateway.port}` });
    socket.socket.close();
  });

  test('of another kind is answered in JSON', async () => {
    const response = await fetch(`http://127.0.0.1:${gateway.port}/api/health`);
    expect(response.status).toBe(200);
    const { sendRaw } = await import('../support/raw-request.js');
    const answer = await sendRaw(gateway.port, `GET / HTTP/1.1\r\nHost: 127.0.0.1:${gateway.port}\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 [\s\S]*"error":"This server upgrades to WebSocket alone\."/);
  });
});
