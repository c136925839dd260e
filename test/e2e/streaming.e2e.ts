import { readFileSync } from 'node:fs';
import { readFrames, textOf, type Frame } from '../support/event-stream.js';
import { Jarvis } from '../support/jarvis.js';
// @ts-expect-error A plain script without types.
import { seededRandom } from '../support/seeded-random.mjs';

const LONG = Array.from({ length: 120 }, (_, index) => `word${index} 😀 "q" \\ é\n`).join('');

describe('streaming', () => {
  let jarvis: Jarvis;

  beforeAll(async () => {
    jarvis = await Jarvis.start();
  });
  afterAll(() => jarvis.stop());
  beforeEach(() => jarvis.provider.reset());

  function stream(message: string, sessionId?: string, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(`${jarvis.url}/api/chat`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream', ...headers },
      body: JSON.stringify({ message, sessionId }),
    });
  }

  async function all(response: Response): Promise<Frame[]> {
    const frames: Frame[] = [];
    for await (const frame of readFrames(response)) frames.push(frame);
    return frames;
  }

  it('gives the text of the response as it is generated, and nothing of the JSON', async () => {
    let release!: () => void;
    const until = new Promise<void>((resolve) => (release = resolve));
    jarvis.provider.replyAnswer(LONG, 'Said a lot.', { pieceLength: 7 });
    const response = await stream('Tell me', 'stream-1');
    expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
    expect(response.headers.get('cache-control')).toMatch(/no-cache.*no-transform|no-transform.*no-cache/);
    expect(response.headers.get('x-accel-buffering')).toBe('no');
    const frames = await all(response);
    release();
    await until;
    expect(frames[0]?.data).toMatchObject({ runId: expect.any(String), sessionId: 'stream-1', conversation_id: 'stream-1' });
    expect(frames.map((frame) => frame.id)).toEqual(frames.map((_, index) => index + 1));
    expect(textOf(frames)).toBe(LONG);
    expect(frames.filter((frame) => frame.data.token !== undefined).length).toBeGreaterThan(20);
    expect(JSON.stringify(frames)).not.toContain('Said a lot.');
    expect(frames.filter((frame) => frame.data.done || frame.data.error)).toHaveLength(1);
    expect(frames.at(-1)?.data).toMatchObject({ done: true, status: 'ok', perplexity: 0, tokens_per_sec: expect.any(Number) });
  });

  it('shows tools as they run, with their output, and reasoning', async () => {
    jarvis.provider
      .replyToolCalls([{ name: 'exec', arguments: { cmd: 'echo first; echo second' } }], { reasoning: 'Let me look.' })
      .replyAnswer('Done.');
    const frames = await all(await stream('Run it'));
    const tools = frames.filter((frame) => frame.data.tool !== undefined).map((frame) => frame.data.tool);
    expect(tools[0]).toMatchObject({ name: 'exec', args: { cmd: 'echo first; echo second' } });
    expect(tools.map((tool) => tool.output ?? '').join('')).toContain('first');
    expect(tools.at(-1)).toMatchObject({ name: 'exec', status: 'ok', result: expect.stringContaining('second') });
    expect(frames.map((frame) => frame.data.reasoning ?? '').join('')).toBe('Let me look.');
  });

  it('shows repaired and re-asked answers once', async () => {
    jarvis.provider.reply({ content: '```json\n{"response":"fenced","logSummary":"x"}\n```' });
    expect(textOf(await all(await stream('A')))).toBe('fenced');
    jarvis.provider.reply({ content: '{"response": 5, "logSummary":"x"}' }).replyAnswer('second try');
    expect(textOf(await all(await stream('B')))).toBe('second try');
    jarvis.provider
      .replyRaw({ headers: { 'content-type': 'text/event-stream' }, chunks: ['data: {"choices":[{"index":0,"delta":{"content":"{\\"response\\":\\"half an"}}]}\n\n'], cut: true })
      .replyAnswer('whole');
    expect(textOf(await all(await stream('C')))).toBe('whole');
  });

  it('ends with one error frame where no model answers, and with done and its status after an abort', async () => {
    jarvis.provider.replyError(500).replyError(500);
    const failed = await all(await stream('A'));
    expect(failed.at(-1)?.data).toMatchObject({ error: expect.any(String), error_key: expect.any(String), status: 'model_error' });
    expect(failed.filter((frame) => frame.data.done || frame.data.error)).toHaveLength(1);

    jarvis.provider.reply({ content: '{"response":"partial text that goes on', hang: true, pieceLength: 5 });
    const response = await stream('B', 'stream-abort');
    const frames: Frame[] = [];
    for await (const frame of readFrames(response)) {
      frames.push(frame);
      if (textOf(frames).includes('partial')) void jarvis.request('POST', '/api/sessions/stream-abort/abort', {});
    }
    expect(frames.at(-1)?.data).toMatchObject({ done: true, status: 'aborted' });
  });

  it('streams for clients that carry X-Session-ID or conversation_id, and answers JSON to everybody else', async () => {
    jarvis.provider.fallback = () => ({ type: 'answer', content: '{"response":"ok","logSummary":"x"}' });
    const plain = await jarvis.request('POST', '/api/chat', { message: 'A' });
    expect(plain.headers.get('content-type')).toMatch(/^application\/json/);
    const header = await jarvis.request('POST', '/api/chat', { message: 'A' }, { 'x-session-id': 'abc' });
    expect(header.headers.get('content-type')).toMatch(/^text\/event-stream/);
    const body = await jarvis.request('POST', '/api/chat', { message: 'A', conversation_id: 'conv-1' });
    expect(body.text).toContain('"conversation_id":"conv-1"');
    jarvis.provider.fallback = undefined;
  });

  it('gives every event exactly once to clients whose connection is cut at 50 random points of a running stream', async () => {
    const random = seededRandom(20_261_130);
    let cutWhileRunning = 0;
    for (let round = 0; round < 50; round += 1) {
      jarvis.provider
        .replyToolCalls([{ name: 'exec', arguments: { cmd: 'for i in 1 2 3 4 5 6; do echo line $i; sleep 0.01; done' } }])
        .replyAnswer(LONG, 'x', { pieceLength: 16 });
      const aborter = new AbortController();
      const response = await fetch(`${jarvis.url}/api/chat`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
        body: JSON.stringify({ message: 'Go', sessionId: `cut-${round}` }),
        signal: aborter.signal,
      });
      const seen: Frame[] = [];
      // Every other cut lies in the first frames, where the tool still runs.
      const cutAt = 1 + random.below(round % 2 === 0 ? 6 : 60);
      for await (const frame of readFrames(response)) {
        seen.push(frame);
        if (seen.length === cutAt) break;
      }
      aborter.abort();
      const runId = seen[0]?.data.runId as string;
      const running = (await jarvis.request('GET', '/api/runs')).body.runs as { runId: string }[];
      if (running.some((run) => run.runId === runId)) cutWhileRunning += 1;
      seen.push(...(await all(await fetch(`${jarvis.url}/api/runs/${runId}/events`, { headers: { 'last-event-id': String(seen.at(-1)?.id) } }))));
      expect(seen.map((frame) => frame.id)).toEqual(seen.map((_, index) => index + 1));
      expect(textOf(seen)).toBe(LONG);
      expect(seen.filter((frame) => frame.data.done)).toHaveLength(1);
    }
    expect(cutWhileRunning).toBeGreaterThanOrEqual(20);
  });

  it('goes on when its client leaves, and two others watch the same run', async () => {
    let release!: () => void;
    const until = new Promise<void>((resolve) => (release = resolve));
    jarvis.provider.reply({ content: JSON.stringify({ response: LONG, logSummary: 'x' }), until });
    const aborter = new AbortController();
    const response = await fetch(`${jarvis.url}/api/chat`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify({ message: 'Go on', sessionId: 'left-1' }),
      signal: aborter.signal,
    });
    const { value } = await readFrames(response).next();
    aborter.abort();
    const runId = (value as Frame).data.runId as string;
    expect((await jarvis.request('GET', '/api/runs')).body.runs).toContainEqual({ runId, sessionId: 'left-1' });
    const watchers = [0, 1].map(async () => all(await fetch(`${jarvis.url}/api/runs/${runId}/events`)));
    release();
    for (const frames of await Promise.all(watchers)) {
      expect(textOf(frames)).toBe(LONG);
      expect(frames.at(-1)?.data.done).toBe(true);
    }
    expect((await jarvis.request('GET', '/api/runs/none/events')).status).toBe(404);
  });

  it('tells a client that comes back at once that the stream is there, that nothing is left, or that its id was never given', async () => {
    jarvis.provider.reply({ content: '{"response":"Half', hang: true, pieceLength: 100 });
    const frames = readFrames(await stream('Wait', 'back-1'));
    const seen = [(await frames.next()).value as Frame, (await frames.next()).value as Frame];
    const route = `/api/runs/${seen[0]?.data.runId as string}/events`;
    const come = (id: number, signal?: AbortSignal): Promise<Response> =>
      fetch(`${jarvis.url}${route}`, { headers: { 'last-event-id': String(id) }, ...(signal === undefined ? {} : { signal }) });
    const resumed = await come(2, AbortSignal.timeout(10_000));
    expect(resumed.status).toBe(200);
    expect((await come(3)).status).toBe(400);
    await jarvis.request('POST', '/api/sessions/back-1/abort');
    expect(await all(resumed)).toMatchObject([{ id: 3, data: { done: true, status: 'aborted' } }]);
    expect((await come(3)).status).toBe(204);
    expect((await jarvis.request('GET', route, undefined, { 'last-event-id': 'x' })).status).toBe(400);
  });

  it('holds little more than the text of a long answer, also where its client does not read', async () => {
    const response = 'x'.repeat(4_000_000);
    jarvis.provider.reply({ content: JSON.stringify({ response, logSummary: 'x' }), pieceLength: 4_000 });
    const unread = await stream('Much', 'much-1');
    const kibibytes = (): number => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${jarvis.server.pid}/status`, 'utf8'))?.[1]);
    while ((await jarvis.request('GET', '/api/runs')).body.runs.length > 0) await new Promise((resolve) => setTimeout(resolve, 50));
    expect(kibibytes()).toBeLessThan(800 * 1024);
    expect(textOf(await all(unread))).toBe(response);
  });
});
