import { mkdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { ModelFixture, modelRequest } from '../../test/support/model-fixture.js';
import { ScriptedProvider } from '../../test/support/scripted-provider.js';
import { API_KEY_FOR_VARIABLE } from './api-key.js';
import { ask, close, failure, forever, listen, useModelScenario } from '../../test/support/model-scenario.js';

const KEY = 'key-of-the-owner-0123456789';

describe('OpenAICompatibleModel', () => {
  const scenario = useModelScenario();

  describe('what goes out', () => {
    test('one streamed chat request by the book', async () => {
      scenario.provider.replyAnswer('Hi');
      await ask(scenario.setUp());
      expect(scenario.provider.requests).toHaveLength(1);
      expect(scenario.provider.otherRequests).toEqual([]);
      const [request] = scenario.provider.requests;
      const { messages, tools } = modelRequest();
      expect(request?.path).toBe('/v1/chat/completions');
      expect(request?.body).toEqual({ model: 'scripted-model', messages, tools, stream: true, stream_options: { include_usage: true } });
      expect(request?.headers).toMatchObject({ accept: 'application/json', 'content-type': 'application/json' });
      expect(request?.headers['user-agent']).toMatch(/^jarvis\//);
    });

    test('no tools and no log probabilities unless asked for', async () => {
      scenario.provider.replyAnswer('a').replyAnswer('b');
      const fixture = scenario.setUp();
      await ask(fixture, { tools: [] });
      await ask(fixture, { logprobs: true });
      expect(scenario.provider.requests[0]?.body).not.toHaveProperty('tools');
      expect(scenario.provider.requests[0]?.body).not.toHaveProperty('logprobs');
      expect(scenario.provider.requests[1]?.body['logprobs']).toBe(true);
    });

    test('nothing of the machine, and nothing that variables of the SDK add', async () => {
      const added = { OPENAI_API_KEY: 'sk-somebody-elses', OPENAI_ADMIN_KEY: 'sk-admin', OPENAI_ORG_ID: 'org', OPENAI_PROJECT_ID: 'proj', OPENAI_BASE_URL: 'http://127.0.0.1:1/', OPENAI_CUSTOM_HEADERS: 'X-Other: sk-custom\nAuthorization: Bearer sk-custom', OPENAI_LOG: 'debug' };
      Object.assign(process.env, added);
      try {
        scenario.provider.replyAnswer('Hi');
        await ask(scenario.setUp());
        const names = Object.keys(scenario.provider.requests[0]?.headers ?? {}).sort();
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
      scenario.provider.replyAnswer('Hi');
      await ask(scenario.setUp(), { model });
      expect(scenario.provider.requests[0]?.body['model']).toBe(wireModel);
    });

    test('a gateway that lists the long id gets the long id', async () => {
      scenario.provider.models = [{ id: 'openrouter/anthropic/claude-3.5-sonnet' }];
      scenario.provider.replyAnswer('a').replyAnswer('b');
      const fixture = scenario.setUp();
      await ask(fixture, { model: 'openrouter/anthropic/claude-3.5-sonnet' });
      await ask(fixture, { model: 'openrouter/anthropic/claude-3.5-sonnet' });
      expect(scenario.provider.requests.map((request) => request.body['model'])).toEqual(Array(2).fill('openrouter/anthropic/claude-3.5-sonnet'));
      expect(scenario.provider.otherRequests).toHaveLength(1);
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
      const fixture = scenario.setUp({ baseUrl });
      for (let round = 0; round < 20; round += 1) await ask(fixture).catch(() => undefined);
      // One may still be on its way back while the next request goes out, hence not exactly one.
      expect(connections.size).toBeLessThan(5);
      await close(server);
    });
  });

  describe('the key', () => {
    test('goes as Bearer token to the host that it is recorded for, and to no other', async () => {
      scenario.provider.replyAnswer('a').replyAnswer('b').replyAnswer('c');
      await ask(scenario.setUp({}, `OPENROUTER_API_KEY=${KEY}\n${API_KEY_FOR_VARIABLE}=${new URL(scenario.provider.baseUrl).origin}\n`));
      await ask(scenario.setUp({}, `OPENROUTER_API_KEY=${KEY}\n${API_KEY_FOR_VARIABLE}=https://openrouter.ai\n`));
      await ask(scenario.setUp());
      expect(scenario.provider.requests.map((request) => request.headers['authorization'])).toEqual([`Bearer ${KEY}`, undefined, undefined]);
    });

    test('without a record belongs to the host of its first use: a changed baseUrl does not get it', async () => {
      const other = await ScriptedProvider.start();
      try {
        scenario.provider.replyAnswer('a');
        other.replyAnswer('b').replyAnswer('c');
        const fixture = scenario.setUp({}, `OPENROUTER_API_KEY=${KEY}\n`);
        await ask(fixture);
        await fixture.config.update({ baseUrl: other.baseUrl });
        await ask(fixture);
        expect(readFileSync(fixture.paths.environmentFile, 'utf8')).toBe(`OPENROUTER_API_KEY=${KEY}\n${API_KEY_FOR_VARIABLE}=${new URL(scenario.provider.baseUrl).origin}\n`);
        await ask(new ModelFixture({ baseUrl: other.baseUrl }, readFileSync(fixture.paths.environmentFile, 'utf8')));
        expect(scenario.provider.requests[0]?.headers['authorization']).toBe(`Bearer ${KEY}`);
        expect(other.requests.map((request) => request.headers['authorization'])).toEqual([undefined, undefined]);
      } finally {
        await other.close();
      }
    });

    test('a refusal says that the key was held back and for whom it is', async () => {
      scenario.provider.replyError(401, { error: { message: 'No credentials' } });
      const error = await failure(scenario.setUp({}, `OPENROUTER_API_KEY=sk-or-v1-${'0a'.repeat(32)}\n`));
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
      scenario.provider.replyError(401, body);
      const error = await failure(scenario.setUp({}, `OPENROUTER_API_KEY=${KEY}\n${API_KEY_FOR_VARIABLE}=${new URL(scenario.provider.baseUrl).origin}\n`));
      const shown = JSON.stringify([error.message, error.detail]);
      expect(shown).toContain('[redacted]');
      expect(shown).not.toMatch(/key-of-the-owner|sk-proj-abc/);
      expect(shown).not.toContain(Buffer.from(KEY).toString('base64'));
    });

    test('that cannot be read is a ModelError without a path, and no obstacle to a description', async () => {
      const fixture = scenario.setUp();
      mkdirSync(fixture.paths.environmentFile);
      const error = await failure(fixture);
      expect(error.message).toMatch(/\.env .*cannot be read \(EISDIR\).*jarvis doctor/);
      expect(error.message).not.toContain(fixture.home);
      expect(await fixture.model.describe('m', forever())).toBeUndefined();
    });

    test('that no header can carry is an error that does not show it', async () => {
      const error = await failure(scenario.setUp({}, `OPENROUTER_API_KEY='key with ü'\n`));
      expect(error.kind).toBe('authentication');
      expect(error.message).toMatch(/jarvis setup/);
      expect(error.message).not.toContain('key with');
      expect(scenario.provider.requests).toHaveLength(0);
    });
  });
});
