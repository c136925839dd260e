import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ConfigService } from '../../config/config.service.js';
import { JarvisPaths } from '../../config/jarvis-paths.js';
import { FixedClock } from '../../storage/testing/fixed-clock.js';
import { EmbeddingFailedError } from '../rag.errors.js';
import { ScriptedEmbeddings } from '../testing/scripted-embeddings.js';
import { DocumentWorkers } from '../worker/document-workers.js';
import { EmbeddingsProvider } from './embeddings.provider.js';
import type { Embeddings } from './embeddings.js';

describe('EmbeddingsProvider', () => {
  let home: string;
  let server: ScriptedEmbeddings;
  const live = new AbortController().signal;

  const current = (settings: object, environment = ''): Embeddings => {
    const paths = new JarvisPaths(home);
    mkdirSync(path.dirname(paths.settingsFile), { recursive: true });
    writeFileSync(paths.settingsFile, JSON.stringify(settings));
    writeFileSync(paths.environmentFile, environment);
    return new EmbeddingsProvider(new ConfigService(paths), new DocumentWorkers(new FixedClock())).current();
  };
  const openAi = (): Embeddings => current({ embeddings: { baseUrl: `${server.url}/v1/`, model: 'm' } });

  beforeEach(async () => {
    home = mkdtempSync(path.join(tmpdir(), 'jarvis-embeddings-'));
    server = await new ScriptedEmbeddings().listen();
  });
  afterEach(async () => {
    await server.close();
    rmSync(home, { recursive: true, force: true });
  });

  test('a URL with a path is asked as OpenAI, many texts at once, and each gets its own vector of length 1', async () => {
    const [tea, bees] = await openAi().embed(['tea', 'bees and bees and bees'], live);
    const [again] = await openAi().embed(['bees and bees and bees'], live);
    expect(server.requests[0]).toMatchObject({ method: 'POST', path: '/v1/embeddings', body: { model: 'm', input: ['tea', 'bees and bees and bees'] } });
    expect(bees).toEqual(again);
    expect(tea).not.toEqual(bees);
    expect(Math.hypot(...(bees as Float32Array))).toBeCloseTo(1, 5);
  });

  test('a bare root is asked as Ollama, and EMBED_URL where no setting names one, with the model of JarvisChat', async () => {
    await current({ embeddings: { baseUrl: server.url, model: 'nomic' } }).embed(['tea'], live);
    await current({}, `EMBED_URL=${server.url}/`).embed(['tea', 'bees'], live);
    expect(server.requests.map(({ path: route, body }) => [route, body])).toEqual([
      ['/api/embeddings', { model: 'nomic', prompt: 'tea' }],
      ['/api/embeddings', { model: 'mxbai-embed-large', prompt: 'tea' }],
      ['/api/embeddings', { model: 'mxbai-embed-large', prompt: 'bees' }],
    ]);
  });

  test('without either the built-in model is used', () => {
    expect(current({}).model).toContain('built-in');
  });

  test("the provider's key goes to its own server alone; a key for embeddings goes where embeddings are asked", async () => {
    const embeddings = { baseUrl: `${server.url}/v1`, model: 'm' };
    await current({ baseUrl: `${server.url}/v1`, embeddings }, 'OPENROUTER_API_KEY=provider-key').embed(['a'], live);
    await current({ baseUrl: 'https://api.example/v1', embeddings }, 'OPENROUTER_API_KEY=provider-key').embed(['a'], live);
    await current({ baseUrl: 'https://api.example/v1', embeddings }, 'OPENROUTER_API_KEY=provider-key\nJARVIS_EMBEDDINGS_API_KEY=own-key').embed(['a'], live);
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer provider-key', undefined, 'Bearer own-key']);
  });

  test.each([
    [400, true],
    [413, true],
    [401, false],
    [429, false],
    [500, false],
  ])('HTTP %i is a failure; of the text itself: %s', async (status, isRefusal) => {
    server.failure = status;
    const failed = openAi().embed(['a'], live);
    await expect(failed).rejects.toThrow(EmbeddingFailedError);
    await expect(failed).rejects.toMatchObject({ isRefusal, message: expect.stringContaining(String(status)) });
  });

  test('a server that is not there, and one that answers something else, are failures that name the setting', async () => {
    await expect(current({ embeddings: { baseUrl: 'http://127.0.0.1:9/v1' } }).embed(['a'], live)).rejects.toThrow(/cannot be reached \(setting embeddings\)/);
    server.dimensions = 0;
    await expect(openAi().embed(['a'], live)).rejects.toThrow('embeddings.model');
  });

  test('an abort ends it with its reason', async () => {
    const abort = new AbortController();
    const asked = openAi().embed(['a'], abort.signal);
    abort.abort(new Error('stopped'));
    await expect(asked).rejects.toThrow('stopped');
  });
});
