import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import WebSocket, { WebSocketServer } from 'ws';
import { startServer } from '../support/start-server.mjs';

const UI = path.resolve(import.meta.dirname, '../../ui');
const VITE = path.resolve(UI, '../node_modules/vite/bin/vite.js');

/** Milliseconds for Vite to start on a busy machine. */
const START_MS = 30_000;

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  server.close();
  return port;
}

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    () => true,
    () => false,
  );
}

/** Starts Vite's server before the given target; resolves to its origin and the process. */
async function startVite(target: string): Promise<{ origin: string; vite: ChildProcess }> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const vite = spawn(process.execPath, [VITE, '--port', String(port)], { cwd: UI, env: { ...process.env, JARVIS_DEV_TARGET: target }, stdio: 'ignore' });
  const end = Date.now() + START_MS;
  while (!(await answers(origin)) && Date.now() < end) await pause(100);
  return { origin, vite };
}

async function stopVite(vite: ChildProcess): Promise<void> {
  vite.kill();
  if (vite.exitCode === null) await once(vite, 'exit');
}

const postTo = (url: string, from: string): Promise<Response> =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', origin: from }, body: '{"message":"Run `echo hi`"}' });

describe('npm run dev -w ui', () => {
  const seen: { path: string; headers: IncomingHttpHeaders; body: string }[] = [];
  const target = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      seen.push({ path: request.url ?? '', headers: request.headers, body });
      response.setHeader('content-type', 'application/json').end('{"sessionId":"a","response":"Hi"}');
    });
  });
  const sockets = new WebSocketServer({ server: target });
  let vite: ChildProcess;
  let origin: string;
  let targetOrigin: string;

  beforeAll(async () => {
    targetOrigin = `http://127.0.0.1:${await listen(target)}`;
    ({ origin, vite } = await startVite(targetOrigin));
  }, START_MS + 5_000);

  afterAll(async () => {
    await stopVite(vite);
    sockets.close();
    target.closeAllConnections();
    target.close();
  });

  it('serves the page', async () => {
    expect(await (await fetch(origin)).text()).toContain('<title>Jarvis</title>');
  });

  it.each(['/api/chat', '/v1/chat/completions'])('hands %s on under the Host and Origin of the server', async (to) => {
    const response = await postTo(`${origin}${to}`, origin);
    expect(await response.json()).toEqual({ sessionId: 'a', response: 'Hi' });
    const request = seen.at(-1);
    expect(request).toMatchObject({ path: to, body: expect.stringContaining('echo hi') });
    expect(request?.headers.origin).toBe(targetOrigin);
    expect(request?.headers.host).toBe(new URL(targetOrigin).host);
  });

  it('lends its name to no other site: what a foreign page sends keeps its own Origin', async () => {
    await postTo(`${origin}/api/chat`, 'http://evil.example');
    expect(seen.at(-1)?.headers.origin).toBe('http://evil.example');
  });

  it('hands the socket on in the same way', async () => {
    const upgraded = once(sockets, 'connection') as Promise<[WebSocket, { url: string; headers: IncomingHttpHeaders }]>;
    const socket = new WebSocket(`${origin.replace('http', 'ws')}/gateway`, { origin });
    const [[, request]] = await Promise.all([upgraded, once(socket, 'open')]);
    expect(request.url).toBe('/gateway');
    expect(request.headers.origin).toBe(targetOrigin);
    expect(request.headers.host).toBe(new URL(targetOrigin).host);
    socket.terminate();
  });
});

describe('npm run dev -w ui before the built server', () => {
  it('needs no exception of its origin rule, and opens none', async () => {
    const server = await startServer();
    const { origin, vite } = await startVite(server.url);
    try {
      const own = await postTo(`${origin}/api/chat`, origin);
      expect(own.status).toBe(200);
      expect(await own.json()).toMatchObject({ status: 'ok', toolCalls: [{ name: 'exec', status: 'ok' }] });
      expect((await postTo(`${origin}/api/chat`, 'http://evil.example')).status).toBe(403);
    } finally {
      await stopVite(vite);
    }
  }, START_MS * 2);
});
