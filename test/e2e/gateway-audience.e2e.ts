import { GatewayFixture } from '../support/gateway-fixture.js';
import { ALL_SCOPES, type Frame, GatewaySocket } from '../support/gateway-socket.js';

let gateway: GatewayFixture;
let owner: GatewaySocket & { hello: Frame };
let nextKey = 0;
const key = (): string => `key-${(nextKey += 1)}`;

beforeAll(async () => {
  gateway = await GatewayFixture.start();
});
afterAll(() => gateway.stop());
beforeEach(async () => {
  gateway.provider.reset();
  owner = await GatewaySocket.connect(gateway.url);
});
afterEach(() => owner.socket.close());

/** The TCP socket below a WebSocket: a client that reads nothing pauses it. */
const transportOf = ({ socket }: GatewaySocket) => (socket as unknown as { _socket: { pause(): void; resume(): void } })._socket;

describe('a slow client', () => {
  test('is bounded: what repeats is merged for it, numbers stay contiguous, and the final comes', async () => {
    const slow = await GatewaySocket.connect(gateway.url);
    const fast = await GatewaySocket.connect(gateway.url);
    transportOf(slow).pause();
    // About 7 MB, more than the operating system takes for a client that does not read.
    for (let host = 0; host < 40; host += 1) await fast.call('system-event', { text: 'x'.repeat(9_000), host: `host-${host}` });
    const words = Array.from({ length: 300 }, (_, index) => `word${index}`).join(' ');
    gateway.provider.replyAnswer(words, 'Long.', { pieceLength: 5 });
    const { runId } = await fast.call('chat.send', { sessionKey: 'slow-1', message: 'Long', idempotencyKey: key() });
    await fast.event('chat', (payload) => payload.runId === runId && payload.state === 'final');
    transportOf(slow).resume();
    const final = await slow.event('chat', (payload) => payload.runId === runId && payload.state === 'final');
    expect(final.message.content[0].text).toBe(words);
    await slow.event('agent', ({ runId: id, data }) => id === runId && data.phase === 'end');
    expect(slow.events('agent').filter(({ payload }) => payload.stream === 'assistant').map(({ payload }) => payload.data.text).at(-1)).toBe(words);
    expect(slow.events('presence').length).toBeLessThan(fast.events('presence').length - 5);
    expect(slow.seqs.length).toBeLessThan(fast.seqs.length);
    expect(slow.seqs.every((seq, index) => seq === index + 1)).toBe(true);
    for (const socket of [slow, fast]) socket.socket.close();
  });
});

describe('who sees what', () => {
  test('without read no chat, agent or presence events come, and numbers have no hole', async () => {
    const stranger = await GatewaySocket.connect(gateway.url, { scopes: [] });
    const pairing = await GatewaySocket.connect(gateway.url, { scopes: ['operator.pairing'] });
    gateway.provider.replyAnswer('Secret.');
    await owner.call('chat.send', { sessionKey: 'seen-1', message: 'Hello', idempotencyKey: key() });
    await owner.event('chat', ({ sessionKey, state }) => sessionKey === 'seen-1' && state === 'final');
    await owner.call('node.pair.request', { nodeId: 'seen-node' });
    await pairing.event('node.pair.requested');
    expect(stranger.events().map(({ event }) => event)).toEqual(['connect.challenge']);
    expect(pairing.events().map(({ event, seq }) => [event, seq])).toEqual([['connect.challenge', undefined], ['node.pair.requested', 1]]);
    for (const method of ['status', 'chat.history', 'chat.send', 'sessions.list', 'logs.tail']) {
      expect(await stranger.request(method, {})).toMatchObject({ ok: false, error: { code: 'INVALID_REQUEST', message: expect.stringMatching(/^missing scope: operator\./) } });
    }
    expect(await stranger.request('health')).toMatchObject({ ok: true });
    stranger.socket.close();
    pairing.socket.close();
  });

  test('health polls do not broadcast', async () => {
    for (let poll = 0; poll < 20; poll += 1) await owner.call('health', { probe: true });
    expect(owner.events('health')).toEqual([]);
  });

  test('admin covers all scopes and write covers read', async () => {
    const admin = await GatewaySocket.connect(gateway.url, { scopes: ['operator.admin'] });
    expect(admin.hello.features.methods).toEqual(owner.hello.features.methods);
    const writer = await GatewaySocket.connect(gateway.url, { scopes: ['operator.write'] });
    expect(await writer.request('sessions.list')).toMatchObject({ ok: true });
    expect(await writer.request('sessions.delete', { key: 'x' })).toMatchObject({ ok: false, error: { message: 'missing scope: operator.admin' } });
    admin.socket.close();
    writer.socket.close();
  });

  test('the scopes that may be asked for are exactly these', () => {
    expect(owner.hello.auth.scopes.sort()).toEqual([...ALL_SCOPES].sort());
  });
});
