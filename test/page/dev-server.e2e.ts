import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import WebSocket, { WebSocketServer } from 'ws';

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
    const port = await freePort();
    origin = `http://127.0.0.1:${port}`;
    vite = spawn(process.execPath, [VITE, '--port', String(port)], { cwd: UI, env: { ...process.env, JARVIS_DEV_TARGET: targetOrigin }, stdio: 'ignore' });
    const end = Date.now() + START_MS;
    while (!(await answers(origin)) && Date.now() < end) await pause(100);
  }, START_MS + 5_000);

  afterAll(async () => {
    vite.kill();
    await once(vite, 'exit');
    sockets.close();
    target.closeAllConnections();
    target.close();
  });

  const post = (from: string, to = '/api/chat') =>
    fetch(`${origin}${to}`, { method: 'POST', headers: { 'content-type': 'application/json', origin: from }, body: '{"message":"Hi"}' });

  it('serves the page', async () => {
    expect(await (await fetch(origin)).text()).toContain('<title>Jarvis</title>');
  });

  it.each(['/api/chat', '/v1/chat/completions'])('hands %s on under the Host and Origin of the server', async (to) => {
    const response = await post(origin, to);
    expect(await response.json()).toEqual({ sessionId: 'a', response: 'Hi' });
    const request = seen.at(-1);
    expect(request).toMatchObject({ path: to, body: '{"message":"Hi"}' });
    expect(request?.headers.origin).toBe(targetOrigin);
    expect(request?.headers.host).toBe(new URL(targetOrigin).host);
  });

  it('lends its name to no other site: what a foreign page sends keeps its own Origin', async () => {
    await post('http://evil.example');
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
