import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../src/scripts/built-server.mjs';
import { Jarvis } from '../support/jarvis.js';

/** All that a guest may call. Whatever else the API's description has, now or later, must be refused to them. */
const GUESTS = [
  'GET /api/health',
  'POST /api/auth/guest',
  'POST /api/auth/login',
  'GET /api/auth/session',
  'POST /api/auth/heartbeat',
  'POST /api/auth/logout',
  'POST /api/chat',
  'POST /api/search',
  'POST /api/show',
  'POST /api/sessions/{id}/abort',
  'GET /api/runs',
  'GET /api/runs/{runId}/events',
  'GET /api/conversations',
  'GET /api/conversations/{id}',
  'GET /api/memories',
  'GET /api/memories/search',
  'GET /api/memories/stats',
  'GET /api/documents',
  'GET /api/documents/search',
  'GET /api/upload/by-conversation/{id}',
  'GET /api/profile',
  'GET /api/profile/default',
  'GET /api/presets',
  'GET /api/skills',
  'GET /api/skills/active',
  'GET /api/settings',
  'GET /api/search/status',
  'GET /api/models',
  'GET /api/ps',
  'GET /api/stats',
];

function documentedRoutes(): string[] {
  const { paths } = JSON.parse(readFileSync(path.join(root, 'dist', 'openapi.json'), 'utf8')) as { paths: Record<string, object> };
  return Object.entries(paths).flatMap(([template, operations]) => Object.keys(operations).map((method) => `${method.toUpperCase()} ${template}`));
}

describe('a hostile guest', () => {
  let jarvis: Jarvis;
  let client = 0;

  beforeAll(async () => {
    jarvis = await Jarvis.start({ trustProxy: ['127.0.0.1'] }, { env: { JARVIS_ADMIN_PIN: '493817' } });
  });
  afterAll(() => jarvis.stop());

  /** A guest of their own address for each request, so that no limit answers in a guard's place. */
  async function asGuest(method: string, target: string, headers: Record<string, string> = {}): Promise<{ status: number; text: string }> {
    client += 1;
    const from = { 'x-forwarded-for': `10.7.${Math.floor(client / 250)}.${(client % 250) + 1}`, origin: jarvis.url, 'x-forwarded-proto': 'http' };
    const { body } = await jarvis.request('POST', '/api/auth/guest', undefined, from);
    const sent = { ...from, 'x-session-id': (body as { session_id: string }).session_id, ...headers };
    return jarvis.request(method, target, ['GET', 'HEAD'].includes(method) ? undefined : {}, sent);
  }

  const filledIn = (template: string): string => template.replace('{rowid}', '1').replace(/\{[^}]+\}/g, 'x');

  test('the table names no route that is not there', () => {
    expect(GUESTS.filter((route) => !documentedRoutes().includes(route))).toEqual([]);
  });

  test.each(documentedRoutes().map((route) => [route, GUESTS.includes(route)] as const))('%s is open to a guest: %j', async (route, isOpen) => {
    const [method = '', template = ''] = route.split(' ');
    const { status, text } = await asGuest(method, filledIn(template));
    if (isOpen) {
      expect(status).not.toBe(403);
      expect(text).not.toMatch(/Authentication required|Admin PIN required/);
    } else if (template.startsWith('/v1/')) expect(status).toBe(401);
    else expect({ status, text }).toEqual({ status: 403, text: expect.stringContaining('Admin PIN required for this action') as string });
  });

  test.each([
    ['another method in a header', 'POST', '/api/chat', { 'x-http-method-override': 'DELETE' }],
    ['a slash at the end', 'GET', '/api/sessions/', {}],
    ['capitals', 'GET', '/API/Sessions', {}],
    ['two slashes', 'GET', '//api/sessions', {}],
    ['an escape', 'GET', '/%61pi/sessions', {}],
    ['HEAD', 'HEAD', '/api/sessions', {}],
    ['a role of their own', 'GET', '/api/sessions', { 'x-role': 'admin', 'x-session-role': 'admin' }],
    ['a token that is none beside the session', 'GET', '/api/sessions', { authorization: 'Bearer jrv_000000000000_0000000000000000000000000000000000000000000' }],
    ['a query', 'GET', '/api/sessions?x-session-id=0&role=admin', {}],
  ])('%s changes nothing', async (_how, method, target, headers) => {
    const { status, text } = await asGuest(method, target, headers);
    expect([400, 401, 403, 404]).toContain(status);
    expect(text).not.toContain('"sessions"');
  });
});
