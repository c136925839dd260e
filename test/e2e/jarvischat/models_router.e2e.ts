import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { JarvisChatServer, expectRefused, type JarvisChatPage } from '../../support/jarvischat-page.js';

/** Models, the machine's figures, and whether there is a search engine. */
describe('models', () => {
  let upstream: Server;
  let reply: { status: number; text: string };
  let asked: { route: string; text: string }[] = [];
  let server: JarvisChatServer;
  let guest: JarvisChatPage;

  beforeAll(async () => {
    upstream = createServer((request, response) => {
      let text = '';
      request.on('data', (part: Buffer) => (text += part.toString()));
      request.on('end', () => {
        asked.push({ route: `${request.method} ${request.url}`, text });
        response.writeHead(reply.status, { 'content-type': 'application/json' }).end(reply.text);
      });
    });
    await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
    server = await JarvisChatServer.start({ baseUrl: null }, { LLAMA_SERVER_BASE: `http://127.0.0.1:${(upstream.address() as AddressInfo).port}` });
  });
  beforeEach(async () => {
    asked = [];
    server.reset();
    guest = await server.guest();
  });
  afterAll(async () => {
    await server.stop();
    upstream.closeAllConnections();
    await new Promise((resolve) => upstream.close(resolve));
  });

  const LIST = { object: 'list', data: [{ id: 'llama3.1:latest', meta: { n_ctx: 8192 } }, { id: 'qwen' }] };
  const replies = (body: unknown, status = 200): void => {
    reply = { status, text: typeof body === 'string' ? body : JSON.stringify(body) };
  };

  test('the models are the provider’s, by name', async () => {
    replies(LIST);
    const { status, body } = await guest.get('/api/models');
    expect([status, body]).toEqual([200, { models: [{ name: 'llama3.1:latest', model: 'llama3.1:latest' }, { name: 'qwen', model: 'qwen' }] }]);
    expect(asked[0]?.route).toBe('GET /v1/models');
  });

  test('no models are an empty list', async () => {
    replies({ object: 'list', data: [] });
    const { status, body } = await guest.get('/api/models');
    expect([status, body]).toEqual([200, { models: [] }]);
  });

  test('what is loaded comes as the provider tells it', async () => {
    replies(LIST);
    const { status, body } = await guest.get('/api/ps');
    expect([status, body]).toEqual([200, LIST]);
  });

  test('a guest is shown a model', async () => {
    replies({ details: { family: 'llama' } });
    const { status, body } = await guest.request('POST', '/api/show', { name: 'llama3.1:latest' });
    expect([status, body]).toEqual([200, { details: { family: 'llama' } }]);
    expect(asked).toEqual([{ route: 'POST /api/show', text: '{"name":"llama3.1:latest"}' }]);
  });

  test.each([
    ['GET', '/api/models'],
    ['GET', '/api/ps'],
    ['POST', '/api/show'],
  ])('%s %s says where the provider fails', async (method, route) => {
    replies('<html>broken');
    expectRefused(await guest.request(method, route, method === 'POST' ? { name: 'x' } : undefined), 502);
    replies({ error: 'x' }, 500);
    expectRefused(await guest.request(method, route, method === 'POST' ? { name: 'x' } : undefined), 502);
  });

  test.each([
    ['GET', '/api/models'],
    ['GET', '/api/ps'],
    ['POST', '/api/show'],
  ])('%s %s is 502 where nobody is there', async (method, route) => {
    const alone = await JarvisChatServer.start({ baseUrl: 'http://127.0.0.1:1/v1' });
    expectRefused(await (await alone.guest()).request(method, route, method === 'POST' ? { name: 'x' } : undefined), 502, /Cannot connect/);
    await alone.stop();
  });

  test('the machine’s figures', async () => {
    const { status, body } = await guest.get('/api/stats');
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual(['cpu_percent', 'gpu_available', 'gpu_percent', 'memory_percent', 'memory_total_gb', 'memory_used_gb', 'vram_percent']);
    expect(body.memory_total_gb).toBeGreaterThan(0);
    expect(typeof body.gpu_available).toBe('boolean');
    for (const figure of ['cpu_percent', 'memory_percent', 'gpu_percent', 'vram_percent']) {
      expect(body[figure]).toBeGreaterThanOrEqual(0);
      expect(body[figure]).toBeLessThanOrEqual(100);
    }
  });

  test.each([
    ['answers', 200, true],
    ['fails', 500, false],
    ['refuses', 403, false],
  ])('an engine that %s', async (_what, answered, available) => {
    server.engine.answer = (_request, response) => response.writeHead(answered, { 'content-type': 'application/json' }).end('{"results":[]}');
    const { status, body } = await guest.get('/api/search/status');
    expect([status, body]).toEqual([200, { available }]);
  });
});
