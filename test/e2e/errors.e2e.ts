import { request as httpRequest } from 'node:http';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { Jarvis } from '../support/jarvis.js';

describe('errors of the API', () => {
  let jarvis: Jarvis;

  beforeAll(async () => {
    jarvis = await Jarvis.start();
  });
  afterAll(() => jarvis.stop());

  function expectError(answer: { status: number; headers: Headers; body: unknown; text: string }, status: number): void {
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(answer.body).toMatchObject({ error: expect.any(String) });
    expect(answer.text).not.toMatch(/node_modules|\bat \w+ \(|<html|\/work\//i);
  }

  it.each([
    ['no message', {}],
    ['a blank message', { message: '  ' }],
    ['a message that is no string', { message: 5 }],
    ['an array', []],
    ['a number as sessionId', { message: 'x', sessionId: 5 }],
    ['an object as sessionId', { message: 'x', sessionId: {} }],
    ['a path as sessionId', { message: 'x', sessionId: '../../etc/passwd' }],
    ['a slash in sessionId', { message: 'x', sessionId: 'a/b' }],
    ['NUL in sessionId', { message: 'x', sessionId: 'a\u0000b' }],
    ['a long sessionId', { message: 'x', sessionId: 'a'.repeat(129) }],
    ['an empty sessionId', { message: 'x', sessionId: '' }],
    ['a hidden file as sessionId', { message: 'x', sessionId: '.env' }],
  ])('refuses %s with 400, says the field, and asks no model', async (_name, body) => {
    const answer = await jarvis.request('POST', '/api/chat', body);
    expectError(answer, 400);
    expect(`${answer.body.error} ${answer.body.details ?? ''}`).toMatch(/message|sessionId/);
    expect(jarvis.provider.requests).toHaveLength(0);
  });

  it.each([
    ['broken JSON', '{"message":', 'application/json', 400],
    ['JSON null', 'null', 'application/json', 400],
    ['a JSON string', '"x"', 'application/json', 400],
    ['no body', undefined, 'application/json', 400],
    ['a form', 'message=x', 'application/x-www-form-urlencoded', 415],
    ['plain text', '{"message":"x"}', 'text/plain', 415],
    ['an unknown charset', '{"message":"x"}', 'application/json; charset=utf-7', 415],
  ])('refuses %s', async (_name, body, type, status) => {
    const response = await fetch(`${jarvis.url}/api/chat`, { method: 'POST', headers: { 'content-type': type }, ...(body === undefined ? {} : { body }) });
    const text = await response.text();
    expectError({ status: response.status, headers: response.headers, text, body: JSON.parse(text) }, status);
    expect(jarvis.provider.requests).toHaveLength(0);
  });

  it('refuses a body over 1 MiB with 413 and names the limit, and the client gets to read it', async () => {
    for (const size of [1_100_000, 4_000_000]) {
      for (let round = 0; round < 15; round += 1) {
        const answer = await jarvis.request('POST', '/api/chat', { message: 'x'.repeat(size) });
        expectError(answer, 413);
        expect(answer.body.error).toMatch(/1 MiB|1048576/);
      }
    }
  });

  it.each(['/api', '/api/', '/api/nothing', '//api/chat', '/api/sessions/../..', '/api/chat/extra', '/unknown', '/index', '/%61pi/nothing'])(
    'answers GET %s with a JSON 404 and never with the page',
    async (route) => {
      const answer = await raw(jarvis.url, route);
      expect([400, 404]).toContain(answer.status);
      expect(answer.type).toMatch(/^application\/json/);
      expect(answer.text).not.toMatch(/<html|<!doctype/i);
    },
  );

  it('serves the page at / alone and whole, and answers a range that a file does not have as any other error', async () => {
    const range = { range: 'bytes=99999999999-' };
    expect(await jarvis.request('GET', '/', undefined, range)).toMatchObject({ status: 200, text: expect.stringContaining('id="root"') });
    for (const route of ['//', '///']) {
      const answer = await jarvis.request('GET', route, undefined, range);
      if (answer.status !== 200) expectError(answer, 404);
    }
    for (const route of ['/./', '/index']) expect((await raw(jarvis.url, route)).text).not.toContain('id="root"');
    for (const route of ['/index.html', '/favicon.svg']) {
      const answer = await jarvis.request('GET', route, undefined, { range: 'bytes=99999999999-' });
      expect([404, 416]).toContain(answer.status);
      expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    }
  });

  it('takes null for an absent label of a memory, and refuses a NUL', async () => {
    expect((await jarvis.request('POST', '/api/memories', { fact: 'I like tea', source: null, topic: null })).status).toBe(200);
    expectError(await jarvis.request('GET', '/api/memories?topic=%00'), 400);
    expectError(await jarvis.request('POST', '/api/memories', { fact: 'I like tea', source: 'a\u0000b' }), 400);
    expectError(await jarvis.request('POST', '/api/memories/bulk', { memories: [[]] }), 400);
    expectError(await jarvis.request('DELETE', '/api/presets/a%00b'), 400);
  });

  it('reaches no file outside its folders', async () => {
    for (const id of ['..%2f..%2fsettings', '..%2f', '.env', 'a%00b']) {
      for (const method of ['GET', 'DELETE']) expectError(await jarvis.request(method, `/api/sessions/${id}`), 400);
    }
    expect(existsSync(path.join(jarvis.home, '.jarvis', 'data', 'config', 'settings.json'))).toBe(true);
  });

  it('says 404 for a session that is not there, 409 for an abort of nothing', async () => {
    expectError(await jarvis.request('GET', '/api/sessions/none'), 404);
    expectError(await jarvis.request('DELETE', '/api/sessions/none'), 404);
    expectError(await jarvis.request('GET', '/api/sessions/none/log'), 404);
    expectError(await jarvis.request('POST', '/api/sessions/none/abort', {}), 409);
    expectError(await jarvis.request('GET', '/api/sessions?limit=0'), 400);
    expectError(await jarvis.request('GET', '/api/sessions?limit=x'), 400);
  });

  it('describes every route in the OpenAPI document and serves the Swagger page without a foreign host', async () => {
    const document = await jarvis.request('GET', '/api/docs-json');
    expect(document.body.openapi).toMatch(/^3\./);
    expect(Object.keys(document.body.paths)).toEqual(
      expect.arrayContaining(['/api/chat', '/api/health', '/api/sessions', '/api/sessions/{id}', '/api/sessions/{id}/log', '/api/sessions/{id}/abort']),
    );
    type Operation = { responses: Record<string, { content?: Record<string, { schema: { $ref?: string } }> }> };
    for (const [route, methods] of Object.entries<Record<string, Operation>>(document.body.paths)) {
      if (route.startsWith('/v1/')) continue;
      for (const { responses } of Object.values(methods)) {
        const errors = Object.entries(responses).filter(([status]) => Number(status) >= 400);
        for (const [status, { content }] of errors) expect([route, status, content?.['application/json']?.schema.$ref]).toEqual([route, status, '#/components/schemas/ErrorDto']);
      }
    }
    const page = await jarvis.request('GET', '/api/docs');
    expect(page.status).toBe(200);
    expect(page.text).not.toMatch(/https?:\/\//);
    expect((await jarvis.request('GET', '/api/docs/swagger-ui-bundle.js')).status).toBe(200);
    expect((await jarvis.request('GET', '/api/docs/..%2fpackage.json')).status).toBe(404);
  });
});

/** A GET whose path goes out exactly as written. */
function raw(url: string, route: string): Promise<{ status: number; type: string; text: string }> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const request = httpRequest({ host: hostname, port, path: route, method: 'GET' }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, type: response.headers['content-type'] ?? '', text }));
    });
    request.on('error', reject).end();
  });
}
