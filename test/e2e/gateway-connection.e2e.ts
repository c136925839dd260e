import path from 'node:path';
import { Clock } from '../../src/common/clock.js';
import { TokenStore } from '../../src/security/token-store.js';
import { GatewayFixture } from '../support/gateway-fixture.js';
import { ALL_SCOPES, type Frame, GatewaySocket } from '../support/gateway-socket.js';

let gateway: GatewayFixture;
let nextKey = 0;
const key = (): string => `key-${(nextKey += 1)}`;

beforeAll(async () => {
  gateway = await GatewayFixture.start({
    tickIntervalMs: 100,
    // Long enough for this process to answer when the machine is busy.
    pingIntervalMs: 1000,
    resumeBufferBytes: 64 * 1024,
  });
});
afterAll(() => gateway.stop());
beforeEach(() => gateway.provider.reset());

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));
/** The TCP socket below a WebSocket: a client that reads nothing pauses it. */
const transportOf = ({ socket }: GatewaySocket) => (socket as unknown as { _socket: { pause(): void; resume(): void; destroy(): void } })._socket;
const isContiguous = (seqs: readonly number[], first = 1): boolean => seqs.every((seq, index) => seq === first + index);

/** Says something in a session and waits for the end, as another client sees it. */
async function say(text: string, sessionKey: string, watcher: GatewaySocket): Promise<void> {
  gateway.provider.replyAnswer(text);
  const { runId } = await watcher.call('chat.send', { sessionKey, message: 'Hello', idempotencyKey: key() });
  await watcher.event('chat', (payload) => payload.runId === runId && payload.state === 'final');
}

describe('a connection that lives', () => {
  test('gets ticks under contiguous numbers', async () => {
    const socket = await GatewaySocket.connect(gateway.url);
    while (socket.events('tick').length < 3) await socket.next(({ event }) => event === 'tick');
    expect(socket.events('tick')[0]?.payload).toEqual({ ts: expect.any(Number) });
    expect(isContiguous(socket.seqs)).toBe(true);
    socket.socket.close();
  });

  test('is pinged; one that does not answer is dropped', async () => {
    const alive = await GatewaySocket.connect(gateway.url);
    const dead = await GatewaySocket.connect(gateway.url);
    let pings = 0;
    alive.socket.on('ping', () => (pings += 1));
    transportOf(dead).pause();
    const status = await GatewaySocket.connect(gateway.url);
    for (;;) {
      const { connections } = await status.call('status');
      if (connections.operators === 2) break;
      await pause(50);
    }
    expect(pings).toBeGreaterThan(0);
    expect(alive.socket.readyState).toBe(alive.socket.OPEN);
    for (const socket of [alive, dead, status]) socket.socket.terminate();
  });

  test('a frame that is no request is answered with an error; many in a row end the connection', async () => {
    const socket = await GatewaySocket.connect(gateway.url);
    const deep = `{"type":"req","id":"x","method":"health","params":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
    for (const frame of ['not json', '[]', '{"type":"req","id":"x"}', '{"type":"hello"}', deep]) {
      const response = socket.next(({ type }) => type === 'res');
      socket.send(frame);
      expect(await response).toMatchObject({ id: frame.includes('"x"') ? 'x' : 'invalid', ok: false, error: { code: 'INVALID_REQUEST' } });
    }
    socket.socket.send(Buffer.from('{}'), { binary: true });
    expect(await socket.request('health')).toMatchObject({ ok: true });
    for (let count = 0; count < 11; count += 1) socket.send('again');
    expect(await socket.closed).toMatchObject({ code: 1008 });
  });

  test.each(['no.such.method', 'toString', '__proto__', 'constructor'])('the method %s is unknown', async (method) => {
    const socket = await GatewaySocket.connect(gateway.url);
    expect(await socket.request(method)).toMatchObject({ ok: false, error: { code: 'INVALID_REQUEST', message: `unknown method: ${method}` } });
    socket.socket.close();
  });

  test('presence says who is there, and when somebody goes', async () => {
    const watcher = await GatewaySocket.connect(gateway.url);
    const page = await GatewaySocket.connect(gateway.url, { client: { mode: 'ui', instanceId: 'page-1', displayName: 'Page' } });
    const isHere = ({ presence }: Frame): boolean => presence.some(({ instanceId }: Frame) => instanceId === 'page-1');
    expect(isHere(await watcher.event('presence', isHere))).toBe(true);
    const gone = watcher.next(({ event, payload }) => event === 'presence' && !isHere(payload as Frame));
    page.socket.close();
    const { stateVersion } = await gone;
    expect(stateVersion).toEqual({ presence: expect.any(Number), health: expect.any(Number) });
    await watcher.call('system-event', { text: 'Node: laptop', host: 'laptop', lastInputSeconds: 3, tags: ['x'] });
    const beacon = await watcher.event('presence', ({ presence }) => presence.some(({ host }: Frame) => host === 'laptop'));
    expect(beacon.presence.find(({ host }: Frame) => host === 'laptop')).toMatchObject({ lastInputSeconds: 3, text: 'Node: laptop' });
    watcher.socket.close();
  });
});

describe('a client that comes back', () => {
  test('gets exactly what it missed, under the numbers that follow', async () => {
    const watcher = await GatewaySocket.connect(gateway.url);
    const first = await GatewaySocket.connect(gateway.url, { scopes: ['operator.read'] });
    await say('Seen.', 'resume-1', watcher);
    await first.event('chat', ({ state, sessionKey }) => state === 'final' && sessionKey === 'resume-1');
    const { connId } = first.hello.server;
    const seq = Math.max(...first.seqs);
    first.socket.terminate();
    await say('Missed.', 'resume-1', watcher);
    const again = await GatewaySocket.connect(gateway.url, { scopes: ['operator.read'], resume: { connId, seq } });
    expect(again.hello.resume).toEqual({ resumed: true, seq });
    expect(again.hello.server.connId).not.toBe(connId);
    await again.event('chat', ({ state, message }) => state === 'final' && message.content[0].text === 'Missed.');
    await again.event('tick');
    expect(isContiguous(again.seqs, seq + 1)).toBe(true);
    expect(again.events('chat').some(({ payload }) => payload.message?.content[0].text === 'Seen.')).toBe(false);
    for (const socket of [watcher, again]) socket.socket.close();
  });

  test('also before the server has noticed that it went, at any point of what it had seen', async () => {
    const watcher = await GatewaySocket.connect(gateway.url);
    const first = await GatewaySocket.connect(gateway.url);
    await say('Now.', 'resume-2', first);
    const seen = first.seqs;
    const half = seen[Math.floor(seen.length / 2)] as number;
    const again = await GatewaySocket.connect(gateway.url, { scopes: ALL_SCOPES, resume: { connId: first.hello.server.connId, seq: half } });
    expect(again.hello.resume).toEqual({ resumed: true, seq: half });
    await again.event('tick', () => again.seqs.length > seen.length - half);
    expect(isContiguous(again.seqs, half + 1)).toBe(true);
    const replayed = again.frames.filter(({ seq }) => seq !== undefined && seq <= (seen.at(-1) as number));
    expect(replayed).toEqual(first.frames.filter(({ seq }) => seq !== undefined && seq > half));
    expect((await first.closed).code).toBe(1000);
    for (const socket of [watcher, again]) socket.socket.close();
  });

  test.each<[string, (hello: Frame) => Frame]>([
    ['an unknown connection', () => ({ connId: 'nobody', seq: 1 })],
    ['a number that was never given', (hello) => ({ connId: hello.server.connId, seq: 1_000_000 })],
  ])('is told that it is gone: %s', async (_what, resumeOf) => {
    const first = await GatewaySocket.connect(gateway.url);
    const again = await GatewaySocket.connect(gateway.url, { scopes: ALL_SCOPES, resume: resumeOf(first.hello) });
    expect(again.hello.resume).toEqual({ resumed: false, seq: 0, reason: expect.any(String) });
    await again.event('tick');
    expect(isContiguous(again.seqs)).toBe(true);
    for (const socket of [first, again]) socket.socket.close();
  });

  test('is told that it is gone where it missed more than is kept, or may see less than before', async () => {
    const watcher = await GatewaySocket.connect(gateway.url);
    const first = await GatewaySocket.connect(gateway.url);
    await say('x'.repeat(100_000), 'resume-3', first);
    const { connId } = first.hello.server;
    first.socket.terminate();
    const tooLate = await GatewaySocket.connect(gateway.url, { scopes: ALL_SCOPES, resume: { connId, seq: 0 } });
    expect(tooLate.hello.resume).toMatchObject({ resumed: false, reason: 'What it missed is no longer kept.' });
    const less = await GatewaySocket.connect(gateway.url, { scopes: [], resume: { connId: tooLate.hello.server.connId, seq: 0 } });
    expect(less.hello.resume).toMatchObject({ resumed: false });
    for (const socket of [watcher, tooLate, less]) socket.socket.close();
  });
});

describe('credentials', () => {
  const tokens = (): TokenStore => new TokenStore(path.join(gateway.home, '.jarvis/data/config/tokens.json'), new (class extends Clock {
    override now(): Date {
      return new Date();
    }
    override sleep(): Promise<void> {
      return Promise.resolve();
    }
  })());
  // A forwarded request on this machine is nobody's own.
  const distant = { 'x-forwarded-for': '192.0.2.7' };

  test('a token allows what it says, in auth.token and as a header; without one a stranger gets nothing', async () => {
    const { token } = await tokens().create({ name: 'reader', scopes: ['operator.read'] });
    const byParams = await GatewaySocket.connect(gateway.url, { scopes: ALL_SCOPES, auth: { token } }, distant);
    expect(byParams.hello.auth.scopes).toEqual(['operator.read']);
    const byHeader = await GatewaySocket.connect(gateway.url, { scopes: ALL_SCOPES }, { ...distant, authorization: `bearer ${token}` });
    expect(byHeader.hello.auth.scopes).toEqual(['operator.read']);
    await expect(GatewaySocket.connect(gateway.url, {}, distant)).rejects.toMatchObject({
      response: { ok: false, error: { code: 'INVALID_REQUEST', details: { code: 'AUTH_TOKEN_MISSING', canRetryWithDeviceToken: false, recommendedNextStep: 'update_auth_configuration' } } },
    });
    for (const socket of [byParams, byHeader]) socket.socket.close();
  });

  test('an admin token is the owner; one for something else is refused', async () => {
    const admin = await tokens().create({ name: 'admin' });
    const socket = await GatewaySocket.connect(gateway.url, { scopes: ALL_SCOPES, auth: { token: admin.token } }, distant);
    expect(socket.hello.auth.scopes).toHaveLength(ALL_SCOPES.length);
    const completions = await tokens().create({ name: 'completions', scopes: ['completions'] });
    await expect(GatewaySocket.connect(gateway.url, { scopes: ALL_SCOPES, auth: { token: completions.token } }, distant)).rejects.toMatchObject({
      response: { error: { details: { code: 'AUTH_UNAUTHORIZED' } } },
    });
    socket.socket.close();
  });

  test.each([
    [{ token: 'wrong' }, 'AUTH_TOKEN_MISMATCH'],
    [{ token: 'two words' }, 'AUTH_TOKEN_MISMATCH'],
    [{ password: '1234' }, 'AUTH_PASSWORD_NOT_CONFIGURED'],
  ])('%j never falls back to being the local owner', async (auth, code) => {
    await expect(GatewaySocket.connect(gateway.url, { scopes: ALL_SCOPES, auth })).rejects.toMatchObject({ response: { error: { code: 'INVALID_REQUEST', details: { code } } } });
  });

  test('whoever guesses has to wait', async () => {
    const guess = async (): Promise<Frame> => {
      const error = await GatewaySocket.connect(gateway.url, { auth: { token: 'wrong' } }, distant).catch((failure: { response: Frame }) => failure.response);
      return (error as Frame).error.details;
    };
    const codes: string[] = [];
    for (let count = 0; count < 12; count += 1) codes.push((await guess()).code);
    expect(codes.slice(0, 10)).toEqual(Array(10).fill('AUTH_TOKEN_MISMATCH'));
    expect(codes.slice(10)).toEqual(['AUTH_RATE_LIMITED', 'AUTH_RATE_LIMITED']);
    const local = await GatewaySocket.connect(gateway.url);
    local.socket.close();
  });

  test('a token that is revoked ends its connections', async () => {
    const made = await tokens().create({ name: 'short', scopes: ['operator.read'] });
    const socket = await GatewaySocket.connect(gateway.url, { scopes: ['operator.read'], auth: { token: made.token } });
    expect(await socket.request('status')).toMatchObject({ ok: true });
    await tokens().revoke(made.id);
    expect(await socket.closed).toEqual({ code: 1008, reason: 'the credentials no longer hold' });
  });
});

describe('when the server stops', () => {
  test('clients are told, hear the ends of runs, and are closed with 1012', async () => {
    const own = await GatewayFixture.start();
    const socket = await GatewaySocket.connect(own.url);
    own.provider.replyAnswer('In time.', 'Answered.', { until: pause(300) });
    const { runId } = await socket.call('chat.send', { sessionKey: 'stop-1', message: 'Hello', idempotencyKey: key() });
    await own.provider.request(0);
    const ended = own.end('SIGTERM');
    expect(await socket.event('shutdown')).toEqual({ reason: 'the server is stopping' });
    expect(await socket.closed).toEqual({ code: 1012, reason: 'service restart' });
    await ended;
    expect(socket.events('chat').at(-1)?.payload).toMatchObject({ runId, state: 'final' });
    expect(isContiguous(socket.seqs)).toBe(true);
    await own.stop();
  });
});
