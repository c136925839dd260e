import { execFile } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { readFrames, type Frame } from '../support/event-stream.js';
import { Jarvis } from '../support/jarvis.js';

const CLI = path.join(process.cwd(), 'dist', 'cli.js');
const KEY = /^INC-\d{8}-\d{6}-[0-9A-F]{8}$/;

describe('unexpected failures', () => {
  let jarvis: Jarvis;
  const inHome = (...parts: string[]): string => path.join(jarvis.home, '.jarvis', ...parts);

  beforeAll(async () => {
    jarvis = await Jarvis.start();
    // A folder in the place of a file: nothing that a caller did.
    mkdirSync(inHome('data', 'jarvis.db'), { recursive: true });
  });
  afterAll(() => jarvis.stop());

  const incidents = () => jarvis.readLines('logs', 'incidents.jsonl');

  test('on JarvisChat’s routes the answer is its envelope, with a key that leads to the exception', async () => {
    const { status, body, text } = await jarvis.request('GET', '/api/memories');
    expect(status).toBe(500);
    const { error_key: key, detail } = body as { error_key: string; detail: string };
    expect(body).toEqual({ detail, error_key: key, error: { message: detail, incident_key: key, support_hint: expect.stringContaining(`jarvis incident ${key}`) as string } });
    expect(key).toMatch(KEY);
    expect(detail).toMatch(/support lookup/i);
    expect(text).not.toMatch(/\bat .*\.js|SQLITE|EISDIR/);
    expect(text).not.toContain(jarvis.home);
    const incident = (await incidents()).find((line) => (line as { key: string }).key === key) as { where: string; error: string };
    expect(incident).toMatchObject({ where: 'GET /api/memories', ip: '127.0.0.1', role: 'local' });
    expect(incident.error).toMatch(/\n\s+at /);
  });

  test('/api/chat keeps its text, as JSON and as a stream, with the same kind of key', async () => {
    mkdirSync(inHome('logs', 'session-logged.jsonl'), { recursive: true });
    jarvis.provider.replyAnswer('One.').replyAnswer('Two.');
    const asJson = await jarvis.chat('hello', 'logged');
    expect(asJson).toMatchObject({ status: 500, body: { error: expect.any(String) as string, error_key: expect.stringMatching(KEY) as string } });
    expect(asJson.body.detail).toBe(asJson.body.error);
    const response = await fetch(`${jarvis.url}/api/chat`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify({ message: 'hello', sessionId: 'logged' }),
    });
    const frames: Frame[] = [];
    for await (const frame of readFrames(response)) frames.push(frame);
    expect(frames.at(-1)?.data).toMatchObject({ error: expect.stringMatching(/support lookup/i) as string, error_key: expect.stringMatching(KEY) as string });
    const keys = (await incidents()).map((line) => (line as { key: string }).key);
    for (const key of [asJson.body.error_key as string, (frames.at(-1)?.data as { error_key: string }).error_key]) expect(keys.filter((known) => known === key)).toHaveLength(1);
    rmSync(inHome('logs', 'session-logged.jsonl'), { recursive: true });
  });

  test('jarvis incident shows what was behind a key, and says when there is none', async () => {
    const { error_key: key } = (await jarvis.request('GET', '/api/memories')).body as { error_key: string };
    const run = (asked: string) => promisify(execFile)(process.execPath, [CLI, 'incident', asked], { env: { PATH: process.env.PATH, HOME: jarvis.home } });
    expect((await run(key.toLowerCase())).stdout).toMatch(/Where {4}GET \/api\/memories\n[^]*\n\s+at /);
    await expect(run('INC-20200101-000000-00000000')).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('There is no incident') as string });
    await expect(run('nonsense')).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('no key of an incident') as string });
  });

  test.each([
    ['GET', '/api/memories/search', undefined, 400],
    ['PUT', '/api/memories/x', { fact: 'x' }, 400],
    ['POST', '/api/chat', { message: '' }, 400],
    ['GET', '/api/conversations/none', undefined, 404],
    ['POST', '/api/presets', '{', 400],
  ])('what the caller did wrong is no incident: %s %s has detail beside error', async (method, route, body, status) => {
    const answer = await jarvis.request(method, route, body);
    expect(answer.status).toBe(status);
    expect(typeof answer.body.error).toBe('string');
    expect(answer.body.detail).toBe(answer.body.error);
    expect(answer.body).not.toHaveProperty('error_key');
  });
});
