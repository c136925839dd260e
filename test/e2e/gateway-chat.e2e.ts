import { validate } from '../../src/gateway/protocol/validators.js';
import { events, type EventName } from '../../src/gateway/protocol/events.js';
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
    expect(chatOf(owner, runId).filter(({ state }) => state !== 'delta' && state !== 'activity')).toHaveLength(1);
    expect(chatOf(owner, runId)[0]).toMatchObject({ state: 'activity' });
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
