import { Jarvis } from '../support/jarvis.js';

const NOT_FOUND = { error: { message: 'no such model' } };

describe('what the provider answers with errors', () => {
  let jarvis: Jarvis;

  beforeAll(async () => {
    jarvis = await Jarvis.start();
  });
  afterAll(() => jarvis.stop());
  beforeEach(() => jarvis.provider.reset());

  function asked(): unknown[] {
    return jarvis.provider.requests.map((request) => request.body.model);
  }

  it('waits as Retry-After says and asks the same model again, before the fallback', async () => {
    jarvis.provider.replyError(429, {}, { 'retry-after': '1' }).replyAnswer('After the wait.');
    const { body } = await jarvis.chat('Hi', 'retry-1');
    expect(body.response).toBe('After the wait.');
    expect(asked()).toEqual(['main-model', 'main-model']);
    const [first, second] = jarvis.provider.requests;
    expect((second?.receivedAt ?? 0) - (first?.receivedAt ?? 0)).toBeGreaterThanOrEqual(990);
    const [line] = await jarvis.readLines('logs', 'session-retry-1.jsonl');
    expect(line.notes.join()).toContain('asked to wait');
  });

  it('waits for a date, and at most three times', async () => {
    const soon = (): string => new Date(Date.now() + 1000).toUTCString();
    for (let count = 0; count < 4; count += 1) jarvis.provider.replyError(503, {}, { 'retry-after': count === 0 ? soon() : '0' });
    jarvis.provider.replyAnswer('From the fallback.');
    expect((await jarvis.chat('Hi')).body.response).toBe('From the fallback.');
    expect(asked()).toEqual(['main-model', 'main-model', 'main-model', 'main-model', 'fallback-model']);
  });

  it.each(['3600', '999999999999'])('goes to the fallback at once where the wait would be too long (%s)', async (seconds) => {
    jarvis.provider.replyError(429, {}, { 'retry-after': seconds }).replyAnswer('From the fallback.');
    const started = Date.now();
    expect((await jarvis.chat('Hi')).body.response).toBe('From the fallback.');
    expect(Date.now() - started).toBeLessThan(5_000);
    expect(asked()).toEqual(['main-model', 'fallback-model']);
  });

  it('can be aborted while it waits', async () => {
    jarvis.provider.replyError(429, {}, { 'retry-after': '15' });
    const chat = jarvis.chat('Hi', 'wait-abort');
    await (await jarvis.provider.request(0)).closed;
    const started = Date.now();
    await jarvis.request('POST', '/api/sessions/wait-abort/abort', {});
    expect((await chat).body.status).toBe('aborted');
    expect(Date.now() - started).toBeLessThan(3_000);
  });

  it.each([400, 401, 403, 404, 422])('does not ask the same model again after %s', async (status) => {
    jarvis.provider.replyError(status, NOT_FOUND).replyAnswer('From the fallback.');
    expect((await jarvis.chat('Hi')).body.response).toBe('From the fallback.');
    expect(asked()).toEqual(['main-model', 'fallback-model']);
  });

  it.each(['logprobs', 'stream_options'])('asks once more without %s where a 400 names it, and remembers', async (parameter) => {
    jarvis.provider.replyError(400, { error: { message: `Unknown parameter: '${parameter}'`, param: parameter } }).replyAnswer('Without.').replyAnswer('Again.');
    expect((await jarvis.chat('Hi')).body.response).toBe('Without.');
    expect(asked()).toEqual(['main-model', 'main-model']);
    expect(jarvis.provider.requests[1]?.body[parameter]).toBeUndefined();
  });

  it.each([
    ['an empty body', { status: 200, chunks: [''] }],
    ['HTML', { status: 200, headers: { 'content-type': 'text/html' }, chunks: ['<html>login</html>'] }],
    ['an error with HTTP 200', { status: 200, headers: { 'content-type': 'application/json' }, chunks: ['{"error":{"message":"upstream is down"}}'] }],
    ['a stream that says nothing', { headers: { 'content-type': 'text/event-stream' }, chunks: ['data: {"choices":[]}\n\ndata: [DONE]\n\n'] }],
  ])('asks the fallback after %s and never answers blank', async (_name, raw) => {
    jarvis.provider.replyRaw(raw).replyAnswer('From the fallback.');
    const { body } = await jarvis.chat('Hi');
    expect(body.response).toBe('From the fallback.');
    expect(JSON.stringify(body)).not.toContain('undefined');
  });

  it('never runs a call whose arguments are malformed or were cut, and tells the model what and where', async () => {
    jarvis.provider
      .replyToolCalls([{ name: 'exec', arguments: '{"cmd": "touch /tmp/never' }])
      .replyToolCalls([{ name: 'exec', arguments: '[1]' }])
      .replyToolCalls([{ name: 'exec', arguments: '{"cmd":"touch /tmp/ne' }], { finishReason: 'length' })
      .replyAnswer('Gave up.');
    const { body } = await jarvis.chat('Hi');
    expect(body.toolCalls.map((call: { status: string }) => call.status)).toEqual(['error', 'error', 'error']);
    for (const request of jarvis.provider.requests.slice(1)) {
      const messages = request.body.messages as { role: string; tool_calls?: { function: { arguments: string } }[] }[];
      for (const call of messages.flatMap((message) => message.tool_calls ?? [])) expect(typeof JSON.parse(call.function.arguments)).toBe('object');
    }
  });

  it('keeps reasoning apart from the answer, also where it comes as <think>', async () => {
    jarvis.provider.reply({ content: '<think>secret plan</think>{"response":"clean","logSummary":"x"}' });
    const { body } = await jarvis.chat('Hi');
    expect(body.response).toBe('clean');
    expect(JSON.stringify(body)).not.toContain('secret plan');
  });

  it('ends early where the same call keeps giving the same result', async () => {
    jarvis.provider.fallback = (request) =>
      ((request.body.tools as unknown[] | undefined) ?? []).length === 0
        ? { type: 'answer', content: '{"response":"I am stuck.","logSummary":"Stuck."}' }
        : { type: 'answer', toolCalls: [{ name: 'list_dir', arguments: { path: '/var/empty-of-all' } }] };
    const { body } = await jarvis.chat('Loop', 'loop-1');
    jarvis.provider.fallback = undefined;
    expect(body).toMatchObject({ status: 'intervention_required', response: 'I am stuck.' });
    expect(body.toolCalls.length).toBeLessThan(10);
    const [line] = await jarvis.readLines('logs', 'session-loop-1.jsonl');
    expect(line.notes.join()).toContain('same result');
  });
});

describe('a model that never answers', () => {
  it('ends at modelTimeoutMs with a model_error', async () => {
    const jarvis = await Jarvis.start({ modelTimeoutMs: 400 });
    try {
      jarvis.provider.replyRaw({ hang: true }).replyRaw({ hang: true });
      const answer = await jarvis.chat('Hi');
      expect(answer.status).toBe(500);
      expect(answer.body.status).toBe('model_error');
    } finally {
      await jarvis.stop();
    }
  });
});
