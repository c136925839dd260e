import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { GatewayFixture } from '../support/gateway-fixture.js';
import { type Frame, GatewaySocket } from '../support/gateway-socket.js';
import { TestNode } from '../support/test-node.js';

let gateway: GatewayFixture;
let owner: GatewaySocket;
let nextKey = 0;
const key = (): string => `key-${(nextKey += 1)}`;

beforeAll(async () => {
  gateway = await GatewayFixture.start();
  owner = await GatewaySocket.connect(gateway.url);
});
afterAll(() => gateway.stop());

const echo = { 'test.echo': (params: unknown) => ({ said: params }), 'test.fail': () => { throw new Error('no light'); }, 'test.silent': () => new Promise(() => undefined) };
const invoke = (nodeId: string, command: string, more: Frame = {}) => owner.request('node.invoke', { nodeId, command, idempotencyKey: key(), ...more });

/** Pairs a node and gives its token. */
async function pair(nodeId: string, more: Frame = {}): Promise<string> {
  const { request } = await owner.call('node.pair.request', { nodeId, ...more });
  const { node } = await owner.call('node.pair.approve', { requestId: request.requestId });
  return node.token as string;
}

describe('a node', () => {
  test('that connects from this machine is put up for pairing; once it is paired it answers', async () => {
    const node = new TestNode(gateway.url, 'node-a', echo);
    const requested = owner.event('node.pair.requested', ({ nodeId }) => nodeId === 'node-a');
    const hello = await node.client.connect();
    expect(hello.features.methods).toEqual(['health', 'node.invoke.result', 'node.pair.request']);
    const { requestId } = await requested;
    expect(await invoke('node-a', 'test.echo')).toMatchObject({ ok: false, error: { code: 'NOT_PAIRED' } });
    const { node: approved } = await owner.call('node.pair.approve', { requestId });
    expect(approved).toMatchObject({ nodeId: 'node-a', token: expect.stringMatching(/^jrn_/), displayName: 'Node node-a' });
    expect(await owner.event('node.pair.resolved', ({ nodeId }) => nodeId === 'node-a')).toMatchObject({ decision: 'approved' });
    expect(await invoke('node-a', 'test.echo', { params: { a: [1, null] } })).toMatchObject({
      ok: true,
      payload: { ok: true, nodeId: 'node-a', command: 'test.echo', payload: { said: { a: [1, null] } }, payloadJSON: '{"said":{"a":[1,null]}}' },
    });
    node.client.close();
  });

  test('that was paired before comes in with its token, from anywhere, also after a restart', async () => {
    const token = await pair('node-b', { displayName: 'B', commands: ['test.echo'] });
    await gateway.restart();
    owner = await GatewaySocket.connect(gateway.url);
    const distant = { 'x-forwarded-for': '192.0.2.9' };
    await expect(GatewaySocket.connect(gateway.url, { role: 'node', client: { instanceId: 'node-b', mode: 'node' } }, distant)).rejects.toMatchObject({
      response: { error: { details: { code: 'AUTH_TOKEN_MISSING' } } },
    });
    for (const auth of [{ token }, { deviceToken: token }]) {
      const node = await GatewaySocket.connect(gateway.url, { role: 'node', client: { instanceId: 'node-b', mode: 'node' }, commands: ['test.echo'], auth }, distant);
      expect((await owner.call('node.list')).nodes.find(({ nodeId }: Frame) => nodeId === 'node-b')).toMatchObject({ connected: true, paired: true, commands: ['test.echo'] });
      node.socket.close();
      await node.closed;
    }
  });

  test.each([
    ['a wrong token', { auth: { token: 'jrn_wrong' } }],
    ["another node's token", { auth: { token: 'OTHER' } }],
  ])('is refused with %s', async (_what, { auth }) => {
    const token = auth.token === 'OTHER' ? await pair('node-other') : auth.token;
    await pair('node-c');
    await expect(GatewaySocket.connect(gateway.url, { role: 'node', client: { instanceId: 'node-c', mode: 'node' }, auth: { token } })).rejects.toMatchObject({
      response: { error: { details: { code: 'AUTH_DEVICE_TOKEN_MISMATCH' } } },
    });
  });

  test('needs an instance id, may call nothing of an operator, and an operator nothing of a node', async () => {
    await expect(GatewaySocket.connect(gateway.url, { role: 'node' })).rejects.toMatchObject({ response: { error: { message: expect.stringContaining('instanceId') } } });
    const node = await GatewaySocket.connect(gateway.url, { role: 'node', client: { instanceId: 'node-d', mode: 'node' }, scopes: ['operator.admin'] });
    expect(await node.request('chat.send', {})).toMatchObject({ ok: false, error: { code: 'INVALID_REQUEST', message: 'unauthorized role: node' } });
    expect(await node.request('node.pair.request', { nodeId: 'somebody-else' })).toMatchObject({ ok: false });
    expect(await owner.request('node.invoke.result', { id: 'x', nodeId: 'node-d', ok: true })).toMatchObject({ ok: false, error: { message: 'unauthorized role: operator' } });
    expect(await node.request('health')).toMatchObject({ ok: true });
    const eleven = Array.from({ length: 11 }, () => node.request('chat.send', {}).catch(() => undefined));
    await Promise.all(eleven);
    expect(await node.closed).toMatchObject({ code: 1008 });
  });

  test('fails in ways that can be told apart', async () => {
    const node = new TestNode(gateway.url, 'node-e', echo);
    await node.client.connect();
    await pair('node-e');
    expect(await invoke('node-e', 'test.fail')).toMatchObject({ ok: false, error: { code: 'UNAVAILABLE', message: 'Error: no light', details: { code: 'FAILED' } } });
    expect(await invoke('node-e', 'test.silent', { timeoutMs: 50 })).toMatchObject({ ok: false, error: { details: { code: 'TIMEOUT' } } });
    expect(await invoke('node-e', 'test.other')).toMatchObject({ ok: false, error: { code: 'INVALID_REQUEST', details: { command: 'test.other' } } });
    expect(await invoke('nobody', 'test.echo')).toMatchObject({ ok: false, error: { code: 'INVALID_REQUEST' } });
    const waiting = invoke('node-e', 'test.silent');
    await owner.call('health');
    node.client.close();
    expect(await waiting).toMatchObject({ ok: false, error: { details: { code: 'NOT_CONNECTED' } } });
    expect(await invoke('node-e', 'test.echo')).toMatchObject({ ok: false, error: { code: 'UNAVAILABLE', details: { code: 'NOT_CONNECTED' }, retryable: true } });
  });

  test('is asked once for one key, and not for commands that run programs unless they were part of the pairing', async () => {
    let asked = 0;
    const node = new TestNode(gateway.url, 'node-f', { 'test.count': () => (asked += 1), 'system.run': () => 'ran' });
    await node.client.connect();
    await pair('node-g');
    const { pending } = await owner.call('node.pair.list');
    await owner.call('node.pair.reject', { requestId: pending.find(({ nodeId }: Frame) => nodeId === 'node-f').requestId });
    await pair('node-f', { commands: ['test.count'] });
    const same = { idempotencyKey: 'same' };
    const answers = await Promise.all([invoke('node-f', 'test.count', same), invoke('node-f', 'test.count', same)]);
    expect([...answers, await invoke('node-f', 'test.count', same)].map(({ payload }) => payload.payload)).toEqual([1, 1, 1]);
    expect(await invoke('node-f', 'test.count', { ...same, params: 1 })).toMatchObject({ ok: false, error: { code: 'INVALID_REQUEST' } });
    expect(await invoke('node-f', 'system.run')).toMatchObject({ ok: false, error: { details: { reason: 'command not approved' } } });
    node.client.close();
  });

  test('that connects twice is there once', async () => {
    const connectNode = () => GatewaySocket.connect(gateway.url, { role: 'node', client: { instanceId: 'node-h', mode: 'node' } });
    const first = await connectNode();
    const second = await connectNode();
    expect(await first.closed).toMatchObject({ code: 1008 });
    expect((await owner.call('node.list')).nodes.filter(({ nodeId }: Frame) => nodeId === 'node-h')).toHaveLength(1);
    second.socket.close();
  });
});

describe('pairing', () => {
  test('asking again gives the same request; a decision is for once', async () => {
    const first = await owner.call('node.pair.request', { nodeId: 'pair-a' });
    expect(first).toMatchObject({ status: 'pending', created: true });
    expect(await owner.call('node.pair.request', { nodeId: 'pair-a' })).toMatchObject({ created: false, request: { requestId: first.request.requestId } });
    expect(await owner.call('node.pair.reject', { requestId: first.request.requestId })).toEqual({ requestId: first.request.requestId, nodeId: 'pair-a' });
    for (const method of ['node.pair.reject', 'node.pair.approve']) {
      expect(await owner.request(method, { requestId: first.request.requestId })).toMatchObject({ ok: false, error: { code: 'INVALID_REQUEST' } });
    }
  });

  test('the token is shown once, is nowhere in clear, and verifies for its node alone', async () => {
    const token = await pair('pair-b');
    expect(JSON.stringify(await owner.call('node.pair.list'))).not.toMatch(/jrn_|hash/);
    expect(JSON.stringify(await owner.call('node.list'))).not.toMatch(/jrn_|hash/);
    const file = path.join(gateway.home, '.jarvis/data/config/nodes.json');
    expect(readFileSync(file, 'utf8')).not.toContain(token);
    expect(statSync(file).mode & 0o077).toBe(0);
    expect(await owner.call('node.pair.verify', { nodeId: 'pair-b', token })).toMatchObject({ ok: true, node: { nodeId: 'pair-b' } });
    for (const wrong of [{ nodeId: 'pair-b', token: 'jrn_x' }, { nodeId: 'pair-a', token }]) expect(await owner.call('node.pair.verify', wrong)).toEqual({ ok: false });
    const renewed = await pair('pair-b');
    expect(await owner.call('node.pair.verify', { nodeId: 'pair-b', token })).toEqual({ ok: false });
    expect(await owner.call('node.pair.verify', { nodeId: 'pair-b', token: renewed })).toMatchObject({ ok: true });
  });
});
