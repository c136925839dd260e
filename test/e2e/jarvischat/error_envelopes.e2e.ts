import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { INCIDENT, JarvisChatServer, expectRefused, type JarvisChatPage } from '../../support/jarvischat-page.js';

/** What nobody expected is an incident with a key; what the caller did wrong is not. */
describe('errors', () => {
  let server: JarvisChatServer;
  let admin: JarvisChatPage;

  beforeAll(async () => {
    server = await JarvisChatServer.start();
    // A folder in the place of a file: nothing that a caller did.
    mkdirSync(path.join(server.jarvis.home, '.jarvis', 'data', 'jarvis.db'), { recursive: true });
  });
  beforeEach(async () => {
    server.reset();
    admin = await server.admin();
  });
  afterAll(() => server.stop());

  test.each([
    ['GET', '/api/memories', undefined],
    ['GET', '/api/memories/search?q=x', undefined],
    ['GET', '/api/memories/stats', undefined],
    ['POST', '/api/memories', { fact: 'x' }],
    ['DELETE', '/api/memories/1', undefined],
  ])('%s %s that fails is answered with the envelope', async (method, route, sent) => {
    const { status, body, text } = await admin.request(method, route, sent);
    expect([status, body]).toEqual([
      500,
      {
        detail: expect.stringMatching(/support lookup/i),
        error_key: expect.stringMatching(INCIDENT),
        error: { message: body.detail, incident_key: body.error_key, support_hint: expect.stringContaining(body.error_key) },
      },
    ]);
    expect(text).not.toContain(server.jarvis.home);
    expect(text).not.toMatch(/SQLITE|EISDIR|\bat .*\.js/);
    const line = (await server.jarvis.readLines('logs', 'incidents.jsonl')).find((incident) => incident.key === body.error_key);
    expect(line.where).toBe(`${method} ${route}`);
  });

  test('each has a key of its own', async () => {
    const keys = [];
    for (let count = 0; count < 3; count += 1) keys.push((await admin.get('/api/memories')).body.error_key);
    expect(new Set(keys).size).toBe(3);
  });

  test('a stream ends with an error frame and the key, and without done', async () => {
    const log = path.join(server.jarvis.home, '.jarvis', 'logs', 'session-broken.jsonl');
    mkdirSync(log, { recursive: true });
    server.provider.replyAnswer('Hello.');
    const frames = await admin.stream('/api/chat', { message: 'Hi', conversation_id: 'broken' });
    expect(frames.at(-1)).toMatchObject({ error: expect.stringMatching(/support lookup/i), error_key: expect.stringMatching(INCIDENT) });
    expect(frames.some((frame) => frame.done)).toBe(false);
    rmSync(log, { recursive: true });
  });

  test.each(['/api/chat', '/api/search'])('%s: a model that fails ends the stream with one error frame', async (route) => {
    server.engine.answer = { results: [{ title: 'x', url: 'https://x.example', content: 'x' }] };
    server.provider.replyError(500).replyError(500);
    const frames = await admin.stream(route, { message: 'Hi', query: 'Hi' });
    expect(frames.at(-1)).toMatchObject({ error: expect.any(String) });
    expect(frames.filter((frame) => frame.done || frame.error)).toHaveLength(1);
    expect(JSON.stringify(frames)).not.toContain(server.jarvis.home);
  });

  test('a route that is not there is 404 in JSON, never the page', async () => {
    const { status, body } = await admin.get('/api/nothing');
    expect([status, body]).toEqual([404, { error: expect.stringContaining('no such route') }]);
  });

  test.each([
    ['GET', '/api/conversations/none', undefined, 404],
    ['GET', '/api/memories/search', undefined, 400],
    ['PUT', '/api/memories/x', { fact: 'x' }, 400],
    ['POST', '/api/chat', { message: '' }, 400],
    ['POST', '/api/chat', [1], 400],
    ['POST', '/api/auth/login', [1], 400],
    ['POST', '/api/presets', '{', 400],
    ['PUT', '/api/skills/no.skill', { enabled: true }, 404],
  ])('%s %s with %j is the caller’s error, and no incident', async (method, route, body, status) => {
    expectRefused(await admin.request(method, route, body), status);
  });
});
