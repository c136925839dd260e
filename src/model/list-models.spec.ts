import { ScriptedProvider } from '../../test/support/scripted-provider.js';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listModels } from './list-models.js';
import { ModelError } from './model-error.js';
import { probeLocalServers } from './probe-local-servers.js';

const KEY = 'key-of-the-owner-0123456789';

describe('listModels', () => {
  let provider: ScriptedProvider;

  beforeEach(async () => {
    provider = await ScriptedProvider.start();
  });
  afterEach(() => provider.close());

  /** A server that gives one answer to everything. */
  async function serve(status: number, body: string | undefined, headers: Readonly<Record<string, string>> = {}): Promise<{ baseUrl: string; server: Server }> {
    const server = createServer((_request, response) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      if (body === undefined) response.flushHeaders();
      else response.end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, server };
  }
  async function failure(status: number, body: string | undefined, key?: string, signal?: AbortSignal): Promise<unknown> {
    const { baseUrl, server } = await serve(status, body);
    const error = await listModels(baseUrl, key, signal).catch((reason: unknown) => reason);
    server.closeAllConnections();
    server.close();
    return error;
  }

  test('free ones first, then by id, with the key as Bearer token', async () => {
    provider.models = [
      { id: 'z/paid', name: 'Paid', pricing: { prompt: '0.000001', completion: '0' }, context_length: 4096 },
      { id: 'b/free-by-price', pricing: { prompt: '0', completion: '0' }, context_length: 1_048_576, top_provider: { context_length: 262_000 } },
      { id: 'a/paid' },
      { id: 'a/blank-price', pricing: { prompt: '', completion: '' } },
      { id: 'c/by-name:free' },
      { id: 'b/Auto', pricing: { prompt: '-1', completion: '-1' } },
    ];
    expect(await listModels(provider.baseUrl, KEY)).toEqual([
      { id: 'b/free-by-price', free: true, contextTokens: 262_000 },
      { id: 'c/by-name:free', free: true },
      { id: 'a/blank-price', free: false },
      { id: 'a/paid', free: false },
      { id: 'b/Auto', free: false },
      { id: 'z/paid', name: 'Paid', free: false, contextTokens: 4096 },
    ]);
    expect(provider.otherRequests[0]?.headers['authorization']).toBe(`Bearer ${KEY}`);
  });

  test('entries that are no models are passed over, a trailing slash does no harm, no key is no header', async () => {
    provider.models = [{ id: '' }, { name: 'x' }, { id: 7 }, { id: 'ok' }];
    expect(await listModels(`${provider.baseUrl}/`)).toEqual([{ id: 'ok', free: false }]);
    expect(provider.otherRequests[0]).toMatchObject({ path: '/v1/models' });
    expect(provider.otherRequests[0]?.headers).not.toHaveProperty('authorization');
  });

  test.each<[string, number, string, string, RegExp]>([
    ['a refused key', 401, `{"error":{"message":"Bad key ${KEY}"}}`, 'authentication', /HTTP 401 for the list of models: Bad key \[redacted\].*jarvis setup/],
    ['not found', 404, 'no', 'rejected', /404.*baseUrl ends/],
    ['a redirect', 302, '', 'rejected', /redirect/],
    ['a web page', 200, '<html></html>', 'malformed_answer', /no list of models.*baseUrl/],
    ['an error inside a 200', 200, '{"error":{"message":"down","code":503}}', 'unavailable', /down/],
    ['another shape', 200, '{"data":{}}', 'malformed_answer', /no list/],
  ])('%s', async (_name, status, body, kind, words) => {
    const error = await failure(status, body, KEY);
    expect(error).toBeInstanceOf(ModelError);
    expect((error as ModelError).kind).toBe(kind);
    expect((error as ModelError).message).toMatch(words);
    expect((error as ModelError).message).not.toContain(KEY);
  });

  test('nobody there, a key that no header carries, an abort', async () => {
    const refused: unknown = await listModels('http://127.0.0.1:9/v1').catch((error: unknown) => error);
    expect(refused).toMatchObject({ kind: 'connection', message: expect.stringMatching(/127\.0\.0\.1:9 cannot be reached/) as unknown });
    const odd: unknown = await listModels(provider.baseUrl, 'key\nwith line').catch((error: unknown) => error);
    expect(odd).toBeInstanceOf(ModelError);
    expect((odd as Error).message).not.toContain('with line');
    const controller = new AbortController();
    const pending = failure(200, undefined, undefined, controller.signal);
    controller.abort(new Error('enough'));
    expect(await pending).toMatchObject({ message: 'enough' });
  });
});

describe('probeLocalServers', () => {
  test('finds what answers with a list, and nothing else', async () => {
    const ollama = await ScriptedProvider.start({ models: [{ id: 'llama3.2' }, { id: 'qwen3' }] });
    const silent = createServer(() => undefined);
    const other = createServer((_request, response) => void response.end('<html>my router</html>'));
    for (const server of [silent, other]) await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const portOf = (server: Server): number => (server.address() as AddressInfo).port;
    try {
      const found = await probeLocalServers(
        [
          { name: 'Ollama', port: ollama.port },
          { name: 'silent', port: portOf(silent) },
          { name: 'other', port: portOf(other) },
          { name: 'nobody', port: 9 },
        ],
        300,
      );
      expect(found).toEqual([{ name: 'Ollama', baseUrl: ollama.baseUrl, models: ['llama3.2', 'qwen3'] }]);
      expect(ollama.otherRequests[0]?.headers).not.toHaveProperty('authorization');
    } finally {
      await ollama.close();
      for (const server of [silent, other]) {
        server.closeAllConnections();
        server.close();
      }
    }
  });
});
