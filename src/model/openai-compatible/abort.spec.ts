import { createServer } from 'node:http';
import { modelRequest } from '../../../test/support/model-fixture.js';
import type { ModelDelta } from '../chat-model.js';
import { DRAIN_TIMEOUT_MS } from '../limits.js';
import { ask, close, failure, forever, ImpatientClock, listen, RecordingClock, rejection, useModelScenario } from '../../../test/support/model-scenario.js';

describe('abort and time limit', () => {
  const scenario = useModelScenario();

  test.each([
    ['before the head', { chunks: [] }],
    ['after the head', { chunks: [': wait\n\n'] }],
    ['in the midst of the text', { chunks: ['data: {"choices":[{"delta":{"content":"Hel"}}]}\n\n'] }],
  ])('an abort %s closes the socket at once and gives its own reason', async (_name, reply) => {
    scenario.provider.replyRaw({ headers: { 'content-type': 'text/event-stream' }, hang: true, ...reply });
    const controller = new AbortController();
    const pending = rejection(ask(scenario.setUp(), {}, controller.signal));
    const request = await scenario.provider.request(0);
    const abortedAt = Date.now();
    controller.abort(new Error('enough'));
    await request.closed;
    expect(request.abandoned).toBe(true);
    expect((request.closedAt ?? Infinity) - abortedAt).toBeLessThan(500);
    expect(await pending).toMatchObject({ message: 'enough' });
  });

  test('an aborted signal makes no request', async () => {
    const reason = new Error('enough');
    expect(await rejection(ask(scenario.setUp(), {}, AbortSignal.abort(reason)))).toBe(reason);
    expect(scenario.provider.requests).toHaveLength(0);
  });

  test('whoever stops listening closes the socket', async () => {
    scenario.provider.reply({ content: 'Hello, world, this is a long text', hang: true });
    for await (const delta of scenario.setUp().model.stream(modelRequest(), forever())) {
      if (delta.type === 'text-delta') break;
    }
    const request = await scenario.provider.request(0);
    await request.closed;
    expect(request.abandoned).toBe(true);
  });

  test('a model that never ends is cut at modelTimeoutMs, whether it is silent or talks', async () => {
    scenario.provider.replyRaw({ hang: true });
    const silent = await failure(scenario.setUp({ modelTimeoutMs: 40 }));
    expect([silent.kind, silent.message]).toEqual(['timeout', expect.stringMatching(/within 0\.04 s \(setting modelTimeoutMs\)/)]);
    scenario.provider.reply({ content: 'Hello', hang: true });
    expect((await failure(scenario.setUp({ modelTimeoutMs: 40 }))).kind).toBe('timeout');
    for (const request of scenario.provider.requests) await request.closed;
    expect(scenario.provider.requests.every((request) => request.abandoned)).toBe(true);
  });

  test('0 turns the time limit off', async () => {
    const clock = new RecordingClock();
    scenario.provider.replyAnswer('a').replyAnswer('b');
    await ask(scenario.setUp({ modelTimeoutMs: 0 }, '', clock));
    expect(clock.waits.filter((wait) => wait !== DRAIN_TIMEOUT_MS)).toEqual([]);
    await ask(scenario.setUp({ modelTimeoutMs: 86_400_000 }, '', clock));
    expect(clock.waits).toContain(86_400_000);
  });

  test('a connection that stays open after [DONE] does not hold the answer, and is closed', async () => {
    scenario.provider.replyRaw({ headers: { 'content-type': 'text/event-stream' }, chunks: ['data: {"choices":[{"delta":{"content":"Hi"}}]}\n\ndata: [DONE]\n\n'], hang: true });
    const fixture = scenario.setUp({ modelTimeoutMs: 0 }, '', new ImpatientClock());
    expect((await ask(fixture)).text).toBe('Hi');
    await scenario.provider.requests[0]?.closed;
    expect(scenario.provider.requests[0]?.abandoned).toBe(true);
  });

  test('nothing is held back: the text arrives while the model still talks', async () => {
    let letItEnd: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (letItEnd = resolve));
    const server = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: {"choices":[{"delta":{"content":"Hel"}}]}\n\n');
      void gate.then(() => response.end('data: {"choices":[{"delta":{"content":"lo"}}]}\n\n'));
    });
    const baseUrl = await listen(server);
    const seen: ModelDelta[] = [];
    for await (const delta of scenario.setUp({ baseUrl }).model.stream(modelRequest(), forever())) {
      seen.push(delta);
      letItEnd();
    }
    expect(seen).toEqual([{ type: 'text-delta', text: 'Hel' }, { type: 'text-delta', text: 'lo' }, { type: 'finish', reason: 'unknown', model: 'scripted-model' }]);
    await close(server);
  });
});
