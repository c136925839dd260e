import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Jarvis } from '../support/jarvis.js';

/** Models and the machine's figures in the shapes that JarvisChat's clients know. */
describe('/api/models, /api/ps and /api/show', () => {
  let upstream: Server;
  let answer: { status: number; text: string };
  let asked: { method: string; url: string; text: string; authorization: string | undefined }[] = [];
  let jarvis: Jarvis;

  beforeAll(async () => {
    upstream = createServer((request, response) => {
      let text = '';
      request.on('data', (chunk: Buffer) => (text += chunk.toString()));
      request.on('end', () => {
        asked.push({ method: request.method ?? '', url: request.url ?? '', text, authorization: request.headers.authorization });
        response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.text);
      });
    });
    await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
    const { port } = upstream.address() as AddressInfo;
    jarvis = await Jarvis.start({ baseUrl: `http://127.0.0.1:${port}/v1` }, { env: { OPENROUTER_API_KEY: 'the-secret-key' } });
  });
  beforeEach(() => {
    asked = [];
  });
  afterAll(async () => {
    await jarvis.stop();
    upstream.closeAllConnections();
    await new Promise((resolve) => upstream.close(resolve));
  });

  const replies = (status: number, body: unknown): void => {
    answer = { status, text: typeof body === 'string' ? body : JSON.stringify(body) };
  };

  it('lists the provider’s models by id', async () => {
    replies(200, { object: 'list', data: [{ id: 'b' }, { id: 'a', size: 1 }, { noId: true }] });
    const { status, body } = await jarvis.request('GET', '/api/models');
    expect([status, body]).toEqual([200, { models: [{ name: 'b', model: 'b' }, { name: 'a', model: 'a' }] }]);
    expect(asked).toMatchObject([{ method: 'GET', url: '/v1/models', authorization: 'Bearer the-secret-key' }]);
  });

  it('passes the provider’s list on as it is', async () => {
    const list = { object: 'list', data: [{ id: 'a', meta: { n_ctx: 4096 } }], extra: [1] };
    replies(200, list);
    expect((await jarvis.request('GET', '/api/ps')).body).toEqual(list);
  });

  it('asks about one model below the API’s version', async () => {
    replies(200, { license: 'MIT', details: { family: 'llama' } });
    const shown = await jarvis.request('POST', '/api/show', { model: 'a', verbose: true });
    expect([shown.status, shown.body]).toEqual([200, { license: 'MIT', details: { family: 'llama' } }]);
    expect(asked).toMatchObject([{ method: 'POST', url: '/api/show', text: '{"model":"a","verbose":true}' }]);
  });

  it.each([
    ['an error', 500, { error: 'the-secret-key is wrong' }, 502],
    ['a refusal', 401, { error: 'no' }, 502],
    ['no JSON', 200, '<html>', 502],
    ['that it knows no such thing', 404, { error: 'model not found' }, 404],
  ])('says so where the provider answers %s', async (_name, status, body, expected) => {
    replies(status, body);
    for (const [method, route, sent] of [['GET', 'models', undefined], ['GET', 'ps', undefined], ['POST', 'show', { model: 'a' }]] as const) {
      const failed = await jarvis.request(method, `/api/${route}`, sent);
      expect([failed.status, failed.body.detail]).toEqual([expected, failed.body.error]);
      expect(failed.text).not.toContain('secret');
    }
  });

  it('refuses a question that is too long or no object', async () => {
    expect((await jarvis.request('POST', '/api/show', { model: 'x'.repeat(70_000) })).status).toBe(413);
    expect((await jarvis.request('POST', '/api/show', [1])).status).toBe(400);
    expect(asked).toEqual([]);
  });

  it('answers 502 where nobody is there, and names the offline stand-in', async () => {
    const alone = await Jarvis.start({ baseUrl: 'http://127.0.0.1:1/v1' });
    for (const route of ['models', 'ps']) {
      const { status, body } = await alone.request('GET', `/api/${route}`);
      expect([status, body.detail]).toEqual([502, expect.stringContaining('Cannot connect')]);
    }
    await alone.restart('SIGTERM', { baseUrl: 'offline' });
    expect((await alone.request('GET', '/api/models')).body).toEqual({ models: [{ name: 'offline', model: 'offline' }] });
    expect((await alone.request('POST', '/api/show', { model: 'offline' })).status).toBe(502);
    await alone.stop();
  });
});

describe('/api/stats', () => {
  const bin = mkdtempSync(path.join(tmpdir(), 'jarvis-gpu-'));
  const tool = (name: string, script: string): void => {
    writeFileSync(path.join(bin, name), `#!/bin/sh\n${script}\n`);
    chmodSync(path.join(bin, name), 0o755);
  };
  let jarvis: Jarvis;

  beforeAll(async () => {
    jarvis = await Jarvis.start({}, { env: { PATH: `${bin}:/usr/bin:/bin` } });
  });
  afterEach(() => {
    for (const name of ['nvidia-smi', 'rocm-smi']) rmSync(path.join(bin, name), { force: true });
  });
  afterAll(async () => {
    await jarvis.stop();
    rmSync(bin, { recursive: true, force: true });
  });

  it('tells processor and memory, and zeros where there is no graphics processor', async () => {
    tool('nvidia-smi', 'echo "No devices were found"; exit 6');
    const { status, body } = await jarvis.request('GET', '/api/stats');
    expect(status).toBe(200);
    expect(body).toEqual({
      cpu_percent: expect.any(Number),
      memory_percent: expect.any(Number),
      memory_used_gb: expect.any(Number),
      memory_total_gb: expect.any(Number),
      gpu_percent: 0,
      vram_percent: 0,
      gpu_available: false,
    });
    for (const percent of [body.cpu_percent, body.memory_percent]) {
      expect(percent).toBeGreaterThanOrEqual(0);
      expect(percent).toBeLessThanOrEqual(100);
    }
    expect(body.memory_used_gb).toBeLessThanOrEqual(body.memory_total_gb);
  });

  it.each([
    ['nvidia-smi', 'printf "12, 1024, 8192\\n40, 2048, 8192\\n"', 40, 25],
    ['rocm-smi', `echo '{"card0":{"GPU use (%)":"7","GPU Memory Allocated (VRAM%)":"31"},"system":{}}'`, 7, 31],
    ['rocm-smi', `echo '{"card0":{"GPU use (%)":"8","GPU memory use (%)":"9"}}'`, 8, 9],
  ])('asks %s', async (name, script, load, memory) => {
    tool(name, script);
    expect((await jarvis.request('GET', '/api/stats')).body).toMatchObject({ gpu_available: true, gpu_percent: load, vram_percent: memory });
  });
});
