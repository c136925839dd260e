import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { SystemClock } from '../../src/common/clock.js';
import { JarvisPaths } from '../../src/config/jarvis-paths.js';
import { root } from '../../src/scripts/built-server.mjs';
import { TokenStore } from '../../src/security/token-store.js';
import { sendRaw } from '../support/raw-request.js';
import { makeTestHome, startServer, type BuiltServer } from '../support/start-server.js';

/** Routes that strangers may call, on purpose. Everything else must be refused to them. */
const PUBLIC = ['GET /api/health', 'GET /api/auth/session', 'POST /api/auth/logout'];

/** A client that comes through the named proxy; each address is a client of its own. */
const stranger = (address: string, headers: Record<string, string> = {}): Record<string, string> => ({ 'X-Forwarded-For': address, ...headers });

function listRoutes(): [string, string][] {
  const document = JSON.parse(readFileSync(path.join(root, 'dist', 'openapi.json'), 'utf8')) as { paths: Record<string, object> };
  return Object.entries(document.paths).flatMap(([template, operations]) =>
    Object.keys(operations).map((method): [string, string] => [method.toUpperCase(), template]),
  );
}

describe('nobody in who does not belong', () => {
  let server: BuiltServer;
  let tokens: TokenStore;

  beforeAll(async () => {
    server = await startServer({ settings: { trustProxy: ['127.0.0.1'] } });
    tokens = new TokenStore(new JarvisPaths(server.home).tokensFile, new SystemClock());
  });

  it('refuses a stranger on every route that is not public', async () => {
    const open: string[] = [];
    for (const [index, [method, template]] of listRoutes().entries()) {
      const { status } = await fetch(`${server.url}${template.replace(/\{[^}]+\}/g, 'x')}`, { method, headers: stranger(`203.0.113.${index}`) });
      if (status !== 401) open.push(`${method} ${template}`);
    }
    expect(open.sort()).toEqual([...PUBLIC].sort());
  });

  it('takes a token as soon as it is made, and refuses it as soon as it is revoked', async () => {
    const { token, id } = await tokens.create({ name: 'phone' });
    const ask = async () => (await fetch(`${server.url}/api/sessions`, { headers: stranger('203.0.113.100', { Authorization: `Bearer ${token}` }) })).status;
    expect(await ask()).toBe(200);
    await tokens.revoke(id);
    expect(await ask()).toBe(401);
  });

  it('holds a stranger to 30 writes a minute, says when to come back, and counts refused ones', async () => {
    const statuses: number[] = [];
    let retryAfter: string | null = null;
    for (let request = 0; request < 31; request += 1) {
      const answer = await fetch(`${server.url}/api/sessions/x`, { method: 'DELETE', headers: stranger('203.0.113.200', { 'X-Session-ID': String(request) }) });
      statuses.push(answer.status);
      retryAfter = answer.headers.get('retry-after');
    }
    expect(statuses).toEqual([...Array<number>(30).fill(401), 429]);
    expect(Number(retryAfter)).toBeGreaterThan(0);
    expect(Number(retryAfter)).toBeLessThanOrEqual(60);
  });

  it('does not throttle the owner on this machine at 600 requests a minute', async () => {
    for (let request = 0; request < 620; request += 1) {
      const { status } = await fetch(`${server.url}/api/health`);
      expect(status).toBe(200);
    }
  });

  it('shows the page to a visitor, and does not let other sites ask anything', async () => {
    // As a browser writes it; fetch has a Sec-Fetch-Mode of its own.
    const visit = 'Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: document\r\nConnection: close\r\n';
    const page = await sendRaw(Number(new URL(server.url).port), `GET / HTTP/1.1\r\nHost: localhost\r\n${visit}\r\n`);
    expect(page).toMatch(/^HTTP\/1\.1 200 .*script-src 'self';.*<html/s);
    for (const target of ['/', '/api/health', '/api/sessions', '/unknown']) {
      expect((await fetch(`${server.url}${target}`, { headers: { Origin: 'https://evil.example' } })).status).toBe(403);
    }
  });

  it('does not listen beyond this machine without a token, and does with one', async () => {
    const home = await makeTestHome();
    await expect(startServer({ home, settings: { host: '0.0.0.0' } })).rejects.toThrow(/exit code 1.*does not listen on 0\.0\.0\.0.*jarvis token create/s);

    const { tokensFile } = new JarvisPaths(home);
    await mkdir(path.dirname(tokensFile), { recursive: true });
    await new TokenStore(tokensFile, new SystemClock()).create({ name: 'phone' });
    const open = await startServer({ home });
    expect((await fetch(`${open.url}/api/health`)).status).toBe(200);
  });
});
