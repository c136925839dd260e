import { readFileSync } from 'node:fs';
import { GatewayFixture } from '../support/gateway-fixture.js';
import { type Frame, GatewaySocket } from '../support/gateway-socket.js';

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

/** Resolves when something holds; for what no event tells. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 20));
}
/** A process that ended and that nobody has collected (state Z) does not run. */
function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
const textOf = (payload: Frame): string => payload.message.content.map(({ text }: { text: string }) => text).join('');
const chatOf = (socket: GatewaySocket, runId: string): Frame[] => socket.events('chat').map(({ payload }) => payload as Frame).filter((payload) => payload.runId === runId);

/** A model that says the first words of its answer and then nothing more. */
function hang(): void {
  gateway.provider.enqueue({ type: 'answer', content: '{"response":"I begin and', hang: true });
}

describe('agent', () => {
  test('answers accepted, then the result under the same id, and emits chat events too', async () => {
    gateway.provider.replyAnswer('Done.');
    owner.send({ type: 'req', id: 'a1', method: 'agent', params: { message: 'Do it', sessionKey: 'agent-1', idempotencyKey: key() } });
    const accepted = await owner.next(({ id }) => id === 'a1');
    expect(accepted.payload).toEqual({ runId: expect.any(String), status: 'accepted', acceptedAt: expect.any(Number), sessionKey: 'agent-1' });
    const final = await owner.next(({ id }) => id === 'a1');
    expect(final).toMatchObject({
      ok: true,
      payload: { runId: accepted.payload.runId, status: 'ok', summary: 'completed', result: { payloads: [{ text: 'Done.' }], meta: { sessionId: 'agent-1', runStatus: 'ok', aborted: false } } },
    });
    expect(chatOf(owner, accepted.payload.runId).at(-1)).toMatchObject({ state: 'final' });
  });

  test('goes to main where no session is named', async () => {
    gateway.provider.replyAnswer('Main.');
    const { sessionKey } = await owner.call('agent', { message: 'Hello', idempotencyKey: key() });
    expect(sessionKey).toBe('main');
    await owner.event('chat', ({ state, sessionKey: at }) => at === 'main' && state === 'final');
  });

  test('the ends of other work are told before the message', async () => {
    gateway.provider.replyAnswer('I see.');
    const internalEvents = [{ type: 'task_completion', source: 'subagent', childSessionKey: 'sub-1', taskLabel: 'Count', status: 'ok', statusLabel: 'finished', result: 'There are 3.' }];
    const { runId } = await owner.call('agent', { message: 'Go on', sessionKey: 'agent-events', idempotencyKey: key(), internalEvents });
    await owner.event('chat', (payload) => payload.runId === runId && payload.state === 'final');
    const { messages } = await owner.call('chat.history', { sessionKey: 'agent-events' });
    expect(messages[0].content[0].text).toBe('System: subagent "Count" (session sub-1) finished.\nThere are 3.\n\nGo on');
  });

  test('a failed run is an error with the run beside it', async () => {
    gateway.provider.replyError(400).replyError(400);
    owner.send({ type: 'req', id: 'a2', method: 'agent', params: { message: 'Do it', sessionKey: 'agent-2', idempotencyKey: key() } });
    const accepted = await owner.next(({ id }) => id === 'a2');
    const final = await owner.next(({ id }) => id === 'a2');
    expect(final).toMatchObject({ ok: false, error: { code: 'UNAVAILABLE' }, payload: { runId: accepted.payload.runId, status: 'error' } });
  });

  test('agent.wait tells a run that still goes on from one that ended and one that never was', async () => {
    hang();
    const { runId } = await owner.call('chat.send', { sessionKey: 'wait-1', message: 'Hello', idempotencyKey: key() });
    expect(await owner.call('agent.wait', { runId, timeoutMs: 50 })).toEqual({ runId, status: 'timeout', startedAt: expect.any(Number) });
    const waiting = owner.call('agent.wait', { runId });
    await owner.call('chat.abort', { runId });
    expect(await waiting).toEqual({ runId, status: 'aborted', startedAt: expect.any(Number), endedAt: expect.any(Number) });
    expect(await owner.request('agent.wait', { runId: 'never' })).toMatchObject({ ok: false, error: { code: 'INVALID_REQUEST', message: 'unknown run: never' } });
  });

  test.each([
    [{ agentId: 'other' }, /unknown agentId: other/],
    [{ sessionKey: 'a', sessionId: 'b' }, /name two sessions/],
    [{ deliver: true, channel: 'telegram', to: '1' }, /The channel "telegram" is not configured/],
  ])('refuses %j', async (params, message) => {
    const response = await owner.request('agent', { message: 'x', idempotencyKey: key(), ...params });
    expect(response).toMatchObject({ ok: false, error: { code: 'INVALID_REQUEST', message: expect.stringMatching(message) } });
  });

  test('a model for one run needs operator.admin', async () => {
    const writer = await GatewaySocket.connect(gateway.url, { scopes: ['operator.write'] });
    expect(await writer.request('agent', { message: 'x', idempotencyKey: key(), model: 'm' })).toMatchObject({ ok: false, error: { message: expect.stringContaining('operator.admin') } });
    writer.socket.close();
  });
});

describe('chat.abort', () => {
  test.each([
    ['by session', 'chat.send', (params: Frame) => ({ sessionKey: params.sessionKey })],
    ['by run alone', 'chat.send', (params: Frame) => ({ runId: params.runId })],
    ['a run of the method agent', 'agent', (params: Frame) => ({ runId: params.runId })],
  ])('stops %s, ends the tool with its children, and keeps what was reached', async (what, method, paramsOf) => {
    const sessionKey = `abort-${what.replaceAll(' ', '-')}`;
    gateway.provider.replyToolCalls([{ name: 'exec', arguments: { cmd: 'sleep 300 & echo PID $!; wait' } }]);
    const { runId } = await owner.call(method, { sessionKey, message: 'Sleep', idempotencyKey: key() });
    const update = await owner.event('agent', ({ runId: id, data }) => id === runId && /PID \d+/.test(data.partialResult ?? ''));
    const pid = Number(/PID (\d+)/.exec(update.data.partialResult)?.[1]);
    expect(isRunning(pid)).toBe(true);
    expect(await owner.call('chat.abort', paramsOf({ sessionKey, runId }))).toEqual({ ok: true, aborted: true, runIds: [runId] });
    expect(isRunning(pid)).toBe(false);
    expect(await owner.event('chat', (payload) => payload.runId === runId && payload.state === 'aborted')).toMatchObject({ stopReason: 'rpc' });
  });

  test('keeps the partial text and closes the provider', async () => {
    hang();
    const { runId } = await owner.call('chat.send', { sessionKey: 'abort-text', message: 'Tell me', idempotencyKey: key() });
    await owner.event('chat', (payload) => payload.runId === runId && payload.state === 'delta' && textOf(payload).includes('I begin'));
    await owner.call('chat.abort', { sessionKey: 'abort-text' });
    const aborted = await owner.event('chat', (payload) => payload.runId === runId && payload.state === 'aborted');
    expect(textOf(aborted)).toBe('I begin and');
    await until(() => gateway.provider.requests[0]?.abandoned === true);
  });

  test('of nothing says so and touches nothing', async () => {
    expect(await owner.call('chat.abort', { sessionKey: 'nothing-here' })).toEqual({ ok: true, aborted: false, runIds: [] });
    expect(await owner.call('chat.abort', { runId: 'nothing' })).toEqual({ ok: true, aborted: false, runIds: [] });
    expect(await owner.request('chat.abort', {})).toMatchObject({ ok: false, error: { code: 'INVALID_REQUEST' } });
  });

  test('timeoutMs aborts by itself', async () => {
    hang();
    const { runId } = await owner.call('chat.send', { sessionKey: 'abort-time', message: 'Tell me', idempotencyKey: key(), timeoutMs: 200 });
    expect(await owner.event('chat', (payload) => payload.runId === runId && payload.state === 'aborted')).toMatchObject({ stopReason: 'timeout' });
  });
});
