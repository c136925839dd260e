import { readFileSync } from 'node:fs';
import { validate } from '../../src/gateway/protocol/validators.js';
import { events, type EventName } from '../../src/gateway/protocol/events.js';
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
/** The TCP socket below a WebSocket: a client that reads nothing pauses it. */
const transportOf = ({ socket }: GatewaySocket) => (socket as unknown as { _socket: { pause(): void; resume(): void } })._socket;
const textOf = (payload: Frame): string => payload.message.content.map(({ text }: { text: string }) => text).join('');
const chatOf = (socket: GatewaySocket, runId: string): Frame[] => socket.events('chat').map(({ payload }) => payload as Frame).filter((payload) => payload.runId === runId);
const agentOf = (socket: GatewaySocket, runId: string): Frame[] => socket.events('agent').map(({ payload }) => payload as Frame).filter((payload) => payload.runId === runId);

/** A model that says the first words of its answer and then nothing more. */
function hang(): void {
  gateway.provider.enqueue({ type: 'answer', content: '{"response":"I begin and', hang: true });
}

describe('chat', () => {
  test('a message is answered by events: text as it grows, tools with their output, usage, and one end', async () => {
    gateway.provider.replyToolCalls([{ name: 'exec', arguments: { cmd: 'echo live' } }], { reasoning: 'Let me look.' });
    gateway.provider.replyAnswer('It says **live**.', 'Ran echo.', { usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 } });
    const sent = await owner.call('chat.send', { sessionKey: 'chat-1', message: 'Run echo', idempotencyKey: key() });
    expect(sent).toEqual({ runId: expect.any(String), status: 'started' });
    const runId = sent.runId as string;
    const final = await owner.event('chat', ({ state, runId: id }) => state === 'final' && id === runId);
    expect(final).toMatchObject({ sessionKey: 'chat-1', message: { role: 'assistant', content: [{ type: 'text', text: 'It says **live**.' }] } });
    expect(final.usage).toMatchObject({ inputTokens: expect.any(Number), outputTokens: expect.any(Number) });
    const agent = agentOf(owner, runId);
    expect(agent[0]).toMatchObject({ stream: 'lifecycle', data: { phase: 'start' } });
    expect(agent.at(-1)).toMatchObject({ stream: 'lifecycle', data: { phase: 'end', status: 'ok' } });
    const tool = agent.filter(({ stream }) => stream === 'tool').map(({ data }) => data as Frame);
    expect(tool[0]).toMatchObject({ phase: 'start', name: 'exec', args: { cmd: 'echo live' } });
    expect(tool.filter(({ phase }) => phase === 'update').map(({ partialResult }) => partialResult).join('')).toContain('live');
    expect(tool.at(-1)).toMatchObject({ phase: 'result', isError: false, toolCallId: tool[0]?.toolCallId, result: expect.stringContaining('live') });
    expect(agent.find(({ stream }) => stream === 'thinking')?.data.text).toBe('Let me look.');
    expect(agent.filter(({ stream }) => stream === 'assistant').map(({ data }) => data.delta).join('')).toBe('It says **live**.');
    expect(chatOf(owner, runId).filter(({ state }) => state !== 'delta')).toHaveLength(1);
    const numbers = agent.map(({ seq }) => seq as number);
    expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
  });

  test('every frame is of the protocol, and numbers have no hole', async () => {
    gateway.provider.replyAnswer('Yes.');
    const { runId } = await owner.call('chat.send', { sessionKey: 'chat-2', message: 'Well?', idempotencyKey: key() });
    await owner.event('chat', (payload) => payload.runId === runId && payload.state === 'final');
    for (const { event, payload } of owner.events()) expect([event, validate(events[event as EventName].payload, payload)]).toEqual([event, { ok: true, value: payload }]);
    expect(owner.seqs).toEqual(owner.seqs.map((_, index) => index + 1));
    expect(owner.events().filter(({ seq }) => seq === undefined).map(({ event }) => event)).toEqual(['connect.challenge']);
  });

  test('history is what people read, and the session is the one of REST', async () => {
    gateway.provider.replyToolCalls([{ name: 'exec', arguments: { cmd: 'echo one' } }]);
    gateway.provider.replyAnswer('One.', 'Said one.');
    await owner.call('chat.send', { sessionKey: 'chat-3', message: 'Say one', idempotencyKey: key() });
    await owner.event('chat', ({ sessionKey, state }) => sessionKey === 'chat-3' && state === 'final');
    const history = await owner.call('chat.history', { sessionKey: 'chat-3' });
    expect(history.messages).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'Say one' }], timestamp: expect.any(Number) },
      { role: 'assistant', content: [], toolCalls: [{ id: expect.any(String), name: 'exec', args: { cmd: 'echo one' }, result: expect.stringContaining('one') }] },
      { role: 'assistant', content: [{ type: 'text', text: 'One.' }], timestamp: expect.any(Number) },
    ]);
    expect(await owner.call('chat.history', { sessionKey: 'chat-3', limit: 1, maxChars: 2 })).toMatchObject({ messages: [{ content: [{ text: 'On' }], truncated: true }] });
    expect(await owner.call('chat.history', { sessionKey: 'never-used' })).toMatchObject({ messages: [], activeRunIds: [] });
    const rest = await fetch(`http://127.0.0.1:${gateway.port}/api/sessions/chat-3`);
    expect(rest.status).toBe(200);
    expect((await owner.call('sessions.list', { limit: 1 })).sessions).toMatchObject([{ key: 'chat-3', kind: 'direct', status: 'done' }]);
  });

  test('runs that REST began are seen too', async () => {
    gateway.provider.replyAnswer('From REST.');
    void fetch(`http://127.0.0.1:${gateway.port}/api/chat`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ sessionId: 'rest-1', message: 'Hello' }) });
    expect(textOf(await owner.event('chat', ({ sessionKey, state }) => sessionKey === 'rest-1' && state === 'final'))).toBe('From REST.');
  });

  test.each([
    ['another form of key', { sessionKey: 'agent:main:main', message: 'x' }],
    ['a path', { sessionKey: '../x', message: 'x' }],
    ['blank text', { sessionKey: 'main', message: ' \n' }],
    ['NUL', { sessionKey: 'main', message: 'a\u0000b' }],
    ['no key', { sessionKey: 'main', message: 'x', idempotencyKey: undefined }],
    ['an unknown field', { sessionKey: 'main', message: 'x', colour: 'red' }],
  ])('refuses %s', async (_what, params) => {
    expect(await owner.request('chat.send', { idempotencyKey: key(), ...params })).toMatchObject({ ok: false, error: { code: 'INVALID_REQUEST' } });
    expect(gateway.provider.requests).toHaveLength(0);
  });

  test('a model that fails ends the run with an error event', async () => {
    gateway.provider.replyError(400).replyError(400);
    const { runId } = await owner.call('chat.send', { sessionKey: 'chat-4', message: 'Hello', idempotencyKey: key() });
    const error = await owner.event('chat', (payload) => payload.runId === runId && payload.state === 'error');
    expect(error.errorMessage).toEqual(expect.any(String));
    expect(agentOf(owner, runId).at(-1)).toMatchObject({ stream: 'lifecycle', data: { phase: 'error', status: 'model_error' } });
  });
});

describe('idempotencyKey', () => {
  test('one run for one key, from any socket; other text with it is refused; the run id is not the key', async () => {
    hang();
    const other = await GatewaySocket.connect(gateway.url);
    const params = { sessionKey: 'idem-1', message: 'Once', idempotencyKey: 'my-key' };
    const first = await owner.call('chat.send', params);
    expect(first.runId).not.toBe('my-key');
    expect(await other.call('chat.send', params)).toEqual({ runId: first.runId, status: 'in_flight' });
    expect(await other.request('chat.send', { ...params, message: 'Twice' })).toMatchObject({ ok: false, error: { code: 'INVALID_REQUEST' } });
    await gateway.provider.request(0);
    await owner.call('chat.abort', { sessionKey: 'idem-1' });
    expect(await other.call('chat.send', params)).toEqual({ runId: first.runId, status: 'aborted' });
    expect(gateway.provider.requests).toHaveLength(1);
    other.socket.close();
  });

  test('twenty at once are one run', async () => {
    gateway.provider.replyAnswer('Once.');
    const params = { sessionKey: 'idem-2', message: 'Once', idempotencyKey: key() };
    const sent = await Promise.all(Array.from({ length: 20 }, () => owner.call('chat.send', params)));
    expect(new Set(sent.map(({ runId }) => runId)).size).toBe(1);
    expect(sent.filter(({ status }) => status === 'started')).toHaveLength(1);
    await owner.event('chat', ({ sessionKey, state }) => sessionKey === 'idem-2' && state === 'final');
    expect(gateway.provider.requests).toHaveLength(1);
  });

  test('holds over a restart', async () => {
    gateway.provider.replyAnswer('Only once.');
    const params = { sessionKey: 'idem-3', message: 'Once', idempotencyKey: key() };
    const { runId } = await owner.call('chat.send', params);
    await owner.event('chat', (payload) => payload.runId === runId && payload.state === 'final');
    await gateway.restart();
    owner = await GatewaySocket.connect(gateway.url);
    expect(await owner.call('chat.send', params)).toEqual({ runId, status: 'ok' });
    expect(await owner.request('chat.send', { ...params, message: 'Other' })).toMatchObject({ ok: false });
    expect(gateway.provider.requests).toHaveLength(1);
  });
});

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
