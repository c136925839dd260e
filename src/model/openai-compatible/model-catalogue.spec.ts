import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ModelCatalogue } from './model-catalogue.js';

describe('ModelCatalogue', () => {
  let server: Server;
  let paths: string[];
  let answers: Record<string, unknown>;
  let catalogue: ModelCatalogue;
  const signal = new AbortController().signal;

  beforeEach(async () => {
    paths = [];
    answers = {};
    server = createServer((request, response) => {
      paths.push(request.url ?? '');
      const answer = answers[request.url ?? ''];
      response.statusCode = answer === undefined ? 404 : 200;
      response.end(typeof answer === 'string' ? answer : JSON.stringify(answer ?? {}));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    catalogue = new ModelCatalogue(() => Promise.resolve({ baseUrl: `http://${host}/v1`, host }));
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  test.each<[string, Record<string, unknown>, number | undefined]>([
    ['OpenRouter', { '/v1/models': { data: [{ id: 'm', context_length: 200_000 }] } }, 200_000],
    ['OpenRouter, where less is served', { '/v1/models': { data: [{ id: 'm', context_length: 1_048_576, top_provider: { context_length: 262_000 } }] } }, 262_000],
    ['vLLM', { '/v1/models': { data: [{ id: 'm', max_model_len: 32_768 }] } }, 32_768],
    ['llama.cpp tells what it was started with', { '/v1/models': { data: [{ id: 'm', meta: { n_ctx_train: 131_072 } }] }, '/props': { default_generation_settings: { n_ctx: 4096 } } }, 4096],
    ['llama.cpp without /props', { '/v1/models': { data: [{ id: 'm', meta: { n_ctx_train: 131_072 } }] } }, 131_072],
    ['Ollama with the model loaded', { '/v1/models': { data: [{ id: 'm' }] }, '/api/ps': { models: [{ name: 'other', context_length: 1 }, { name: 'm', context_length: 8192 }] } }, 8192],
    ['another model', { '/v1/models': { data: [{ id: 'n', context_length: 5000 }] } }, undefined],
    ['nonsense', { '/v1/models': { data: [{ id: 'm', context_length: '5000' }, null, 7] }, '/props': '<html>', '/api/ps': { models: 'none' } }, undefined],
    ['nothing', {}, undefined],
  ])('%s', async (_name, given, contextTokens) => {
    answers = given;
    expect(await catalogue.describe('m', signal)).toEqual(contextTokens === undefined ? undefined : { id: 'm', contextTokens });
  });

  test('the prefixed id is found under its short form, and under its long one first', async () => {
    answers = { '/v1/models': { data: [{ id: 'a/b', context_length: 1000 }] } };
    expect(await catalogue.describe('openrouter/a/b', signal)).toEqual({ id: 'openrouter/a/b', contextTokens: 1000 });
    expect(await catalogue.wireId('openrouter/a/b', signal)).toBe('a/b');
    expect(await catalogue.wireId('openrouter/c/d', signal)).toBe('c/d');
    expect(await catalogue.wireId('openrouter/free', signal)).toBe('openrouter/free');
  });

  test('what was told is remembered, and questions at one time are one question', async () => {
    answers = { '/v1/models': { data: [{ id: 'm', context_length: 1000 }] } };
    await Promise.all([catalogue.describe('m', signal), catalogue.describe('m', signal)]);
    await catalogue.describe('m', signal);
    expect(paths).toEqual(['/v1/models']);
  });

  test('never rejects and never waits beyond an abort', async () => {
    server.removeAllListeners('request');
    server.on('request', () => undefined);
    const controller = new AbortController();
    const pending = catalogue.describe('m', controller.signal);
    controller.abort();
    expect(await pending).toBeUndefined();
    expect(await catalogue.describe('m', AbortSignal.abort())).toBeUndefined();
    const naming = new AbortController();
    const name = catalogue.wireId('openrouter/a/b', naming.signal);
    naming.abort();
    expect(await name).toBe('a/b');
  });
});
