import { createServer, Server as HttpServer } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server } from 'node:net';
import { gzipSync } from 'node:zlib';
import { mkdirSync, readFileSync } from 'node:fs';
import { SystemClock, type Clock } from '../common/clock.js';
import { ModelFixture, modelRequest } from '../../test/support/model-fixture.js';
import { ScriptedProvider } from '../../test/support/scripted-provider.js';
import { API_KEY_FOR_VARIABLE } from './api-key.js';
import { collectAnswer } from './collect-answer.js';
import type { ModelDelta } from './chat-model.js';
import { DRAIN_TIMEOUT_MS } from './limits.js';
import { ModelError } from './model-error.js';

const KEY = 'key-of-the-owner-0123456789';
const forever = (): AbortSignal => new AbortController().signal;

async function rejection(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    (value) => {
      throw new Error(`expected a rejection, got ${JSON.stringify(value)}`);
    },
    (error: unknown) => error,
  );
}

/** Starts a server on a free port; resolves to the baseUrl for it. */
async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

async function close(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  if (server instanceof HttpServer) server.closeAllConnections();
  await closed;
}

describe('OpenAICompatibleModel', () => {
  let provider: ScriptedProvider;
  const fixtures: ModelFixture[] = [];

  beforeEach(async () => {
    provider = await ScriptedProvider.start();
  });
  afterEach(async () => {
    await provider.close();
    for (const fixture of fixtures.splice(0)) fixture.remove();
  });

  function setUp(settings: Readonly<Record<string, unknown>> = {}, environment = '', clock?: Clock): ModelFixture {
    const fixture = new ModelFixture({ baseUrl: provider.baseUrl, ...settings }, environment, clock);
    fixtures.push(fixture);
    return fixture;
  }
  const ask = (fixture: ModelFixture, overrides: Parameters<typeof modelRequest>[0] = {}, signal = forever()): ReturnType<typeof collectAnswer> =>
    collectAnswer(fixture.model.stream(modelRequest(overrides), signal));
  async function failure(fixture: ModelFixture, overrides: Parameters<typeof modelRequest>[0] = {}): Promise<ModelError> {
    const error = await rejection(ask(fixture, overrides));
    expect(error).toBeInstanceOf(ModelError);
    return error as ModelError;
  }

  describe('what goes out', () => {
    test('one streamed chat request by the book', async () => {
      provider.replyAnswer('Hi');
      await ask(setUp());
      expect(provider.requests).toHaveLength(1);
      expect(provider.otherRequests).toEqual([]);
      const [request] = provider.requests;
      const { messages, tools } = modelRequest();
      expect(request?.path).toBe('/v1/chat/completions');
      expect(request?.body).toEqual({ model: 'scripted-model', messages, tools, stream: true, stream_options: { include_usage: true } });
      expect(request?.headers).toMatchObject({ accept: 'application/json', 'content-type': 'application/json' });
      expect(request?.headers['user-agent']).toMatch(/^jarvis\//);
    });

    test('no tools and no log probabilities unless asked for', async () => {
      provider.replyAnswer('a').replyAnswer('b');
      const fixture = setUp();
      await ask(fixture, { tools: [] });
      await ask(fixture, { logprobs: true });
      expect(provider.requests[0]?.body).not.toHaveProperty('tools');
      expect(provider.requests[0]?.body).not.toHaveProperty('logprobs');
      expect(provider.requests[1]?.body['logprobs']).toBe(true);
    });

    test('nothing of the machine, and nothing that variables of the SDK add', async () => {
      const added = { OPENAI_API_KEY: 'sk-somebody-elses', OPENAI_ADMIN_KEY: 'sk-admin', OPENAI_ORG_ID: 'org', OPENAI_PROJECT_ID: 'proj', OPENAI_BASE_URL: 'http://127.0.0.1:1/', OPENAI_CUSTOM_HEADERS: 'X-Other: sk-custom\nAuthorization: Bearer sk-custom', OPENAI_LOG: 'debug' };
      Object.assign(process.env, added);
      try {
        provider.replyAnswer('Hi');
        await ask(setUp());
        const names = Object.keys(provider.requests[0]?.headers ?? {}).sort();
        expect(names).toEqual(['accept', 'connection', 'content-length', 'content-type', 'host', 'user-agent']);
      } finally {
        for (const name of Object.keys(added)) delete process.env[name];
      }
    });

    test.each([
      ['openrouter/anthropic/claude-3.5-sonnet', 'anthropic/claude-3.5-sonnet'],
      ['openrouter/free', 'openrouter/free'],
      ['openrouter/auto', 'openrouter/auto'],
      ['anthropic/claude-3.5-sonnet', 'anthropic/claude-3.5-sonnet'],
      ['llama3.2:1b', 'llama3.2:1b'],
    ])('the model id %s is %s on the wire', async (model, wireModel) => {
      provider.replyAnswer('Hi');
      await ask(setUp(), { model });
      expect(provider.requests[0]?.body['model']).toBe(wireModel);
    });

    test('a gateway that lists the long id gets the long id', async () => {
      provider.models = [{ id: 'openrouter/anthropic/claude-3.5-sonnet' }];
      provider.replyAnswer('a').replyAnswer('b');
      const fixture = setUp();
      await ask(fixture, { model: 'openrouter/anthropic/claude-3.5-sonnet' });
      await ask(fixture, { model: 'openrouter/anthropic/claude-3.5-sonnet' });
      expect(provider.requests.map((request) => request.body['model'])).toEqual(Array(2).fill('openrouter/anthropic/claude-3.5-sonnet'));
      expect(provider.otherRequests).toHaveLength(1);
    });

    test('connections are used again, also after an error', async () => {
      const connections = new Set<unknown>();
      let requests = 0;
      const server = createServer((request, response) => {
        connections.add(request.socket);
        requests += 1;
        if (requests % 3 === 0) response.statusCode = 500;
        response.writeHead(response.statusCode, { 'content-type': 'text/event-stream' });
        response.end('data: {"choices":[{"delta":{"content":"Hi"}}]}\n\ndata: [DONE]\n\n');
      });
      const baseUrl = await listen(server);
      const fixture = setUp({ baseUrl });
      for (let round = 0; round < 20; round += 1) await ask(fixture).catch(() => undefined);
      // One may still be on its way back while the next request goes out, hence not exactly one.
      expect(connections.size).toBeLessThan(5);
      await close(server);
    });
  });

  describe('the key', () => {
    test('goes as Bearer token to the host that it is recorded for, and to no other', async () => {
      provider.replyAnswer('a').replyAnswer('b').replyAnswer('c');
      await ask(setUp({}, `OPENROUTER_API_KEY=${KEY}\n${API_KEY_FOR_VARIABLE}=${new URL(provider.baseUrl).origin}\n`));
      await ask(setUp({}, `OPENROUTER_API_KEY=${KEY}\n${API_KEY_FOR_VARIABLE}=https://openrouter.ai\n`));
      await ask(setUp());
      expect(provider.requests.map((request) => request.headers['authorization'])).toEqual([`Bearer ${KEY}`, undefined, undefined]);
    });

    test('without a record belongs to the host of its first use: a changed baseUrl does not get it', async () => {
      const other = await ScriptedProvider.start();
      try {
        provider.replyAnswer('a');
        other.replyAnswer('b').replyAnswer('c');
        const fixture = setUp({}, `OPENROUTER_API_KEY=${KEY}\n`);
        await ask(fixture);
        await fixture.config.update({ baseUrl: other.baseUrl });
        await ask(fixture);
        expect(readFileSync(fixture.paths.environmentFile, 'utf8')).toBe(`OPENROUTER_API_KEY=${KEY}\n${API_KEY_FOR_VARIABLE}=${new URL(provider.baseUrl).origin}\n`);
        await ask(new ModelFixture({ baseUrl: other.baseUrl }, readFileSync(fixture.paths.environmentFile, 'utf8')));
        expect(provider.requests[0]?.headers['authorization']).toBe(`Bearer ${KEY}`);
        expect(other.requests.map((request) => request.headers['authorization'])).toEqual([undefined, undefined]);
      } finally {
        await other.close();
      }
    });

    test('a refusal says that the key was held back and for whom it is', async () => {
      provider.replyError(401, { error: { message: 'No credentials' } });
      const error = await failure(setUp({}, `OPENROUTER_API_KEY=sk-or-v1-${'0a'.repeat(32)}\n`));
      expect(error.kind).toBe('authentication');
      expect(error.message).toMatch(/No credentials.*for https:\/\/openrouter\.ai and was not sent.*jarvis setup/);
    });

    test.each([
      ['in the message', { error: { message: `Incorrect API key provided: ${KEY}` } }],
      ['in the body', { error: { message: 'no', request: { headers: { authorization: `Bearer ${KEY}` } } } }],
      ['as text', `Bearer ${KEY} is not known`],
      ['in base64', { error: { message: Buffer.from(KEY).toString('base64') } }],
      ['another key', { error: { message: 'Incorrect API key provided: sk-proj-abc***********xyz' } }],
    ])('is never in an error: %s', async (_name, body) => {
      provider.replyError(401, body);
      const error = await failure(setUp({}, `OPENROUTER_API_KEY=${KEY}\n${API_KEY_FOR_VARIABLE}=${new URL(provider.baseUrl).origin}\n`));
      const shown = JSON.stringify([error.message, error.detail]);
      expect(shown).toContain('[redacted]');
      expect(shown).not.toMatch(/key-of-the-owner|sk-proj-abc/);
      expect(shown).not.toContain(Buffer.from(KEY).toString('base64'));
    });

    test('that cannot be read is a ModelError without a path, and no obstacle to a description', async () => {
      const fixture = setUp();
      mkdirSync(fixture.paths.environmentFile);
      const error = await failure(fixture);
      expect(error.message).toMatch(/\.env .*cannot be read \(EISDIR\).*jarvis doctor/);
      expect(error.message).not.toContain(fixture.home);
      expect(await fixture.model.describe('m', forever())).toBeUndefined();
    });

    test('that no header can carry is an error that does not show it', async () => {
      const error = await failure(setUp({}, `OPENROUTER_API_KEY='key with ü'\n`));
      expect(error.kind).toBe('authentication');
      expect(error.message).toMatch(/jarvis setup/);
      expect(error.message).not.toContain('key with');
      expect(provider.requests).toHaveLength(0);
    });
  });

  describe('errors', () => {
    test.each([
      [400, 'rejected'],
      [401, 'authentication'],
      [402, 'rejected'],
      [403, 'authentication'],
      [404, 'rejected'],
      [408, 'unavailable'],
      [413, 'overflow'],
      [422, 'rejected'],
      [429, 'rate_limit'],
      [500, 'unavailable'],
      [502, 'unavailable'],
      [503, 'unavailable'],
      [529, 'unavailable'],
      [999, 'unavailable'],
    ])('HTTP %i is %s, after one request', async (status, kind) => {
      provider.replyError(status, { error: { message: 'Because.' } }, { 'retry-after': '2' });
      const error = await failure(setUp());
      expect(error.kind).toBe(kind);
      expect(error.detail).toMatchObject({ model: 'scripted-model', httpStatus: status, retryAfterMs: 2000 });
      expect(error.message).toContain(`HTTP ${status} for model "scripted-model": Because.`);
      expect(provider.requests).toHaveLength(1);
    });

    test('a redirect is not followed', async () => {
      const other = await ScriptedProvider.start();
      provider.replyError(307, '', { location: `${other.baseUrl}/chat/completions` });
      const error = await failure(setUp());
      expect([error.kind, other.requests.length]).toEqual(['rejected', 0]);
      expect(error.message).toMatch(/redirect.*baseUrl/);
      await other.close();
    });

    test('a body without end or without words is no hindrance', async () => {
      provider.replyRaw({ status: 503, headers: { 'content-type': 'text/html' }, chunks: ['<html>'.padEnd(300_000, 'x')], hang: true });
      const long = await failure(setUp());
      expect([long.kind, long.detail.body?.length]).toEqual(['unavailable', 2000]);
      provider.replyRaw({ status: 503, chunks: [] });
      expect((await failure(setUp())).message).toBe(`127.0.0.1:${provider.port} answered HTTP 503 for model "scripted-model".`);
    });

    test('a body that does not come is not waited for', async () => {
      const patience = new ImpatientClock();
      provider.replyRaw({ status: 503, chunks: ['{"error":'], hang: true });
      const pending = failure(setUp({ modelTimeoutMs: 0 }, '', patience));
      await (await provider.request(0)).closed;
      expect((await pending).kind).toBe('unavailable');
    });

    test.each([
      ['logprobs', { error: { message: "Unsupported parameter: 'logprobs' is not supported with this model.", param: 'logprobs', code: 'unsupported_parameter' } }],
      ['logprobs', { error: { message: 'top_logprobs is not available', code: 400 } }],
      ['stream_options', { detail: [{ type: 'extra_forbidden', loc: ['body', 'stream_options'], msg: 'Extra inputs are not permitted', input: { include_usage: true } }] }],
      ['stream_options', { error: 'unknown field include_usage' }],
    ])('a refusal of %s names the parameter, and it is not sent again', async (parameter, body) => {
      provider.replyError(400, body).replyAnswer('a').replyAnswer('b').replyAnswer('c');
      const fixture = setUp();
      const error = await failure(fixture, { logprobs: true });
      expect([error.kind, error.detail.parameter]).toEqual(['unsupported_parameter', parameter]);
      await ask(fixture, { logprobs: true, omitParameters: [parameter] });
      await ask(fixture, { logprobs: true });
      await ask(fixture, { logprobs: true, model: 'another' });
      expect(provider.requests.map((request) => parameter in request.body)).toEqual([true, false, false, true]);
    });

    test('a refusal of a parameter that was not sent, or one that only quotes the chat, is a plain refusal', async () => {
      provider.replyError(400, { error: { message: 'logprobs is not supported' } });
      expect((await failure(setUp())).kind).toBe('rejected');
      provider.replyError(422, { detail: [{ loc: ['body', 'messages', 1], msg: 'too odd', input: 'talks of stream_options' }] });
      expect((await failure(setUp())).kind).toBe('rejected');
    });

    test('nobody listens, the name is unknown, the address is none', async () => {
      const refused = await failure(setUp({ baseUrl: 'http://127.0.0.1:9/v1' }));
      expect([refused.kind, refused.message]).toEqual(['connection', expect.stringMatching(/127\.0\.0\.1:9.*nothing is listening.*ECONNREFUSED/)]);
      expect((await failure(setUp({ baseUrl: 'http://%' }))).message).toMatch(/baseUrl is not an address/);
    });

    test('what answers is no HTTP server', async () => {
      const server = createTcpServer((socket) => socket.resume().end('220 mail.example ESMTP\r\n'));
      const error = await failure(setUp({ baseUrl: await listen(server) }));
      expect(error.kind).toBe('connection');
      await close(server);
    });

    test('an answer without end is cut', async () => {
      const server = createServer((_request, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        const piece = `: ${'x'.repeat(1024 * 1024)}\n`;
        const pour = (): void => {
          while (response.write(piece));
        };
        response.on('drain', pour);
        pour();
      });
      const error = await failure(setUp({ baseUrl: await listen(server) }));
      expect([error.kind, error.message]).toEqual(['malformed_answer', expect.stringMatching(/longer than 64 MiB/)]);
      await close(server);
    });

    test('a compressed answer is read', async () => {
      const body = gzipSync(JSON.stringify({ choices: [{ message: { content: 'Hello' } }] }));
      provider.replyRaw({ headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' }, chunks: [body.subarray(0, 20), body.subarray(20)] });
      expect((await ask(setUp())).text).toBe('Hello');
      provider.replyRaw({ headers: { 'content-encoding': 'gzip' }, chunks: [body.subarray(0, 20)] });
      expect((await failure(setUp())).kind).toBe('connection');
    });
  });

  describe('abort and time limit', () => {
    test.each([
      ['before the head', { chunks: [] }],
      ['after the head', { chunks: [': wait\n\n'] }],
      ['in the midst of the text', { chunks: ['data: {"choices":[{"delta":{"content":"Hel"}}]}\n\n'] }],
    ])('an abort %s closes the socket at once and gives its own reason', async (_name, reply) => {
      provider.replyRaw({ headers: { 'content-type': 'text/event-stream' }, hang: true, ...reply });
      const controller = new AbortController();
      const pending = rejection(ask(setUp(), {}, controller.signal));
      const request = await provider.request(0);
      const abortedAt = Date.now();
      controller.abort(new Error('enough'));
      await request.closed;
      expect(request.abandoned).toBe(true);
      expect((request.closedAt ?? Infinity) - abortedAt).toBeLessThan(500);
      expect(await pending).toMatchObject({ message: 'enough' });
    });

    test('an aborted signal makes no request', async () => {
      const reason = new Error('enough');
      expect(await rejection(ask(setUp(), {}, AbortSignal.abort(reason)))).toBe(reason);
      expect(provider.requests).toHaveLength(0);
    });

    test('whoever stops listening closes the socket', async () => {
      provider.reply({ content: 'Hello, world, this is a long text', hang: true });
      for await (const delta of setUp().model.stream(modelRequest(), forever())) {
        if (delta.type === 'text-delta') break;
      }
      const request = await provider.request(0);
      await request.closed;
      expect(request.abandoned).toBe(true);
    });

    test('a model that never ends is cut at modelTimeoutMs, whether it is silent or talks', async () => {
      provider.replyRaw({ hang: true });
      const silent = await failure(setUp({ modelTimeoutMs: 40 }));
      expect([silent.kind, silent.message]).toEqual(['timeout', expect.stringMatching(/within 0\.04 s \(setting modelTimeoutMs\)/)]);
      provider.reply({ content: 'Hello', hang: true });
      expect((await failure(setUp({ modelTimeoutMs: 40 }))).kind).toBe('timeout');
      for (const request of provider.requests) await request.closed;
      expect(provider.requests.every((request) => request.abandoned)).toBe(true);
    });

    test('0 turns the time limit off', async () => {
      const clock = new RecordingClock();
      provider.replyAnswer('a').replyAnswer('b');
      await ask(setUp({ modelTimeoutMs: 0 }, '', clock));
      expect(clock.waits.filter((wait) => wait !== DRAIN_TIMEOUT_MS)).toEqual([]);
      await ask(setUp({ modelTimeoutMs: 86_400_000 }, '', clock));
      expect(clock.waits).toContain(86_400_000);
    });

    test('a connection that stays open after [DONE] does not hold the answer, and is closed', async () => {
      provider.replyRaw({ headers: { 'content-type': 'text/event-stream' }, chunks: ['data: {"choices":[{"delta":{"content":"Hi"}}]}\n\ndata: [DONE]\n\n'], hang: true });
      const fixture = setUp({ modelTimeoutMs: 0 }, '', new ImpatientClock());
      expect((await ask(fixture)).text).toBe('Hi');
      await provider.requests[0]?.closed;
      expect(provider.requests[0]?.abandoned).toBe(true);
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
      for await (const delta of setUp({ baseUrl }).model.stream(modelRequest(), forever())) {
        seen.push(delta);
        letItEnd();
      }
      expect(seen).toEqual([{ type: 'text-delta', text: 'Hel' }, { type: 'text-delta', text: 'lo' }, { type: 'finish', reason: 'unknown', model: 'scripted-model' }]);
      await close(server);
    });
  });
});

/** Every wait is over at once. */
class ImpatientClock extends SystemClock {
  override sleep(): Promise<void> {
    return Promise.resolve();
  }
}

/** No wait ever ends. */
class RecordingClock extends SystemClock {
  readonly waits: number[] = [];

  override sleep(milliseconds: number): Promise<void> {
    this.waits.push(milliseconds);
    return new Promise(() => undefined);
  }
}
