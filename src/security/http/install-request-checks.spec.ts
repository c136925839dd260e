import 'reflect-metadata';
import { type ArgumentsHost, Body, Catch, Controller, type ExceptionFilter, Get, HttpCode, Post } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import type { Response } from 'express';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import request from 'supertest';
import { sendRaw } from '../../../test/support/raw-request.js';
import { DomainError } from '../../common/domain-error.js';
import { ConfigModule } from '../../config/config.module.js';
import { JarvisPaths } from '../../config/jarvis-paths.js';
import { OwnerOnly, Public } from '../access.decorator.js';
import { SECURITY_HTTP_STATUS } from '../errors.js';
import { MAX_JSON_BODY_BYTES } from '../limits.js';
import { SecurityModule } from '../security.module.js';
import { installRequestChecks } from './install-request-checks.js';
import { applyServerLimits } from './server-limits.js';

let handled = 0;

@Controller('echo')
class EchoController {
  @OwnerOnly()
  @Post()
  @HttpCode(200)
  echo(@Body() body: unknown) {
    handled += 1;
    return { body };
  }

  @Public()
  @Get()
  open() {
    handled += 1;
    return { ok: true };
  }
}

@Catch(DomainError)
class Filter implements ExceptionFilter<DomainError> {
  catch(error: DomainError, host: ArgumentsHost): void {
    host.switchToHttp().getResponse<Response>().status(SECURITY_HTTP_STATUS[error.code] ?? 500).json({ error: error.message });
  }
}

describe('installRequestChecks', () => {
  let home: string;
  let app: NestExpressApplication;
  let port: number;

  beforeAll(async () => {
    home = mkdtempSync(path.join(tmpdir(), 'jarvis-checks-'));
    const module = await Test.createTestingModule({ imports: [ConfigModule, SecurityModule], controllers: [EchoController] })
      .overrideProvider(JarvisPaths)
      .useValue(new JarvisPaths(home))
      .compile();
    app = module.createNestApplication<NestExpressApplication>({ bodyParser: false, logger: false });
    installRequestChecks(app);
    app.setGlobalPrefix('api');
    app.useGlobalFilters(new Filter());
    applyServerLimits(app.getHttpServer(), { receiveTimeoutMs: 200, checkIntervalMs: 20, maxConnections: 5 });
    await app.listen(0, '127.0.0.1');
    port = (app.getHttpServer().address() as AddressInfo).port;
  });

  afterAll(async () => {
    await app.close();
    rmSync(home, { recursive: true });
  });

  beforeEach(() => {
    handled = 0;
  });

  const get = () => request(`http://127.0.0.1:${port}`).get('/api/echo');
  const post = () => request(`http://127.0.0.1:${port}`).post('/api/echo').set('Content-Type', 'application/json');

  test.each(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'TRACE'])(
    'a foreign page gets nowhere with %s, on no path',
    async (method) => {
      for (const target of ['/', '/api/echo', '//api/echo', '/%61pi/echo', '/unknown', '/api/unknown', '/assets/x.js']) {
        for (const header of ['Origin: https://evil.example', 'Origin: null', 'Sec-Fetch-Site: cross-site']) {
          const raw = await sendRaw(port, `${method} ${target} HTTP/1.1\r\nHost: localhost:${port}\r\n${header}\r\nConnection: close\r\n\r\n`);
          expect(raw).toMatch(/^HTTP\/1\.1 403 /);
          expect(raw).not.toMatch(/access-control/i);
          if (method !== 'HEAD') expect(raw).toContain('{"error":"Requests from pages of other sites are refused."}');
        }
      }
      expect(handled).toBe(0);
    },
  );

  test('a preflight gets no CORS headers', async () => {
    const answer = await request(`http://127.0.0.1:${port}`)
      .options('/api/echo')
      .set({ Origin: 'https://evil.example', 'Access-Control-Request-Method': 'POST' });
    expect(answer.status).toBe(403);
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  test('another name in the Host header is refused, also for unknown paths and files', async () => {
    for (const target of ['/', '/api/echo', '/unknown']) {
      await request(`http://127.0.0.1:${port}`).get(target).set('Host', `evil.example:${port}`).expect(403);
    }
    expect(await sendRaw(port, 'GET /api/echo HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\nConnection: close\r\n\r\n')).toMatch(/^HTTP\/1\.1 4/);
    for (const version of ['1.0', '1.1']) {
      expect(await sendRaw(port, `GET /api/echo HTTP/${version}\r\nConnection: close\r\n\r\n`)).toMatch(/^HTTP\/1\.1 403 .*\r\n\r\n\{"error":.*\}$/s);
    }
    expect(await sendRaw(port, 'GET http://evil.example/api/echo HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
    expect(handled).toBe(0);
  });

  test.each(['/unknown', '/', '//', '/index.php', '/%ff', '/%', '/api', '/api/unknown', '//api/echo'])(
    'a path that is not there is answered in JSON: %j',
    async (target) => {
      for (const method of ['GET', 'POST', 'DELETE', 'PROPFIND']) {
        const raw = await sendRaw(port, `${method} ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
        expect(raw).toMatch(/^HTTP\/1\.1 (400|404) .*\r\nContent-Type: application\/json; charset=utf-8\r\n.*\r\n\r\n\{.*\}$/s);
      }
    },
  );

  test('no number of header lines hides the one that a proxy added', async () => {
    const many = 'a:\r\n'.repeat(3_900);
    const raw = await sendRaw(port, `POST /api/echo HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${many}X-Forwarded-For: 203.0.113.9\r\n\r\n`);
    expect(raw).toMatch(/^HTTP\/1\.1 401 /);
    expect(handled).toBe(0);
  });

  test('its own page and programs get through', async () => {
    await get().expect(200);
    await get().set({ Origin: `http://127.0.0.1:${port}`, 'Sec-Fetch-Site': 'same-origin' }).expect(200);
  });

  test('every answer has the security headers', async () => {
    const { headers } = await get();
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
    for (const name of ['x-powered-by', 'strict-transport-security', 'etag']) expect(headers).not.toHaveProperty(name);
    const policy = headers['content-security-policy'] ?? '';
    expect(policy.split(';').sort()).toEqual(
      [
        "default-src 'self'",
        "script-src 'self'",
        "script-src-attr 'none'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        `connect-src 'self' ws://127.0.0.1:${port} wss://127.0.0.1:${port}`,
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
      ].sort(),
    );
  });

  test('a body above the limit is 413 and names the limit', async () => {
    const answer = await post().send(JSON.stringify({ text: 'x'.repeat(MAX_JSON_BODY_BYTES) }));
    expect(answer.status).toBe(413);
    expect(answer.body).toEqual({ error: 'The body is larger than the limit of 1 MiB (1048576 bytes).' });
    await post().send(JSON.stringify('x'.repeat(10)).padEnd(1000)).expect(400);
    await post().send(JSON.stringify({ text: 'x'.repeat(MAX_JSON_BODY_BYTES - 11) })).expect(200);
    expect(handled).toBe(1);
  });

  test('the limit holds for bodies that do not say their length', async () => {
    const raw = await sendEndlessly(port, 'Transfer-Encoding: chunked\r\n', `10000\r\n${'x'.repeat(0x10000)}\r\n`);
    expect(raw).toMatch(/^HTTP\/1\.1 413 /);
    expect(raw).toContain('Connection: close');
  });

  test('a stranger’s body is refused before it is read', async () => {
    const stranger = { 'X-Forwarded-For': '203.0.113.9' };
    const answer = await post().set(stranger).send(JSON.stringify('x'.repeat(70_000)));
    expect(answer.status).toBe(413);
    expect((answer.body as { error: string }).error).toContain('64 KiB');
    expect(await sendEndlessly(port, 'X-Forwarded-For: 203.0.113.9\r\nTransfer-Encoding: chunked\r\n', '1\r\n{\r\n')).toMatch(/^HTTP\/1\.1 413 /);
  });

  test.each([
    ['', 200],
    ['{', 400],
    ['"text"', 400],
    ['\u0000', 400],
    ['{"a":1}}', 400],
    ['['.repeat(100) + ']'.repeat(100), 200],
    ['['.repeat(101) + ']'.repeat(101), 400],
    ['[{"a":'.repeat(60_000), 400],
    [JSON.stringify({ text: '[{"\\'.repeat(200) }), 200],
    ['{"__proto__":{"polluted":true}}', 200],
  ])('a body of %j is answered without a server error', async (body, status) => {
    const answer = await post().send(body);
    expect(answer.status).toBe(status);
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  test('compressed bodies and other charsets are refused', async () => {
    await post().set('Content-Encoding', 'gzip').send('{}').expect(415);
    const utf7 = await request(`http://127.0.0.1:${port}`).post('/api/echo').set('Content-Type', 'application/json; charset=utf-7').send('{}');
    expect(utf7.status).toBe(415);
    expect(handled).toBe(0);
  });

  test.each([
    ['headers', 'GET /api/echo HTTP/1.1\r\nHost: localhost\r\nX-Slow: '],
    ['a body', 'POST /api/echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"a":'],
    ['a chunked body', 'POST /api/echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n'],
  ])('%s that never end are cut', async (_name, bytes) => {
    expect(await sendRaw(port, bytes)).toMatch(/^HTTP\/1\.1 408 .*\{"error":"The request cannot be read: Request Timeout."\}$/s);
  });

  test.each([
    ['GARBAGE\r\n\r\n', 400],
    ['\u0016\u0003\u0001\u0002\u0000\u0001\u0000', 400],
    ['GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n', 400],
    ['GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n', 400],
    [`GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`, 431],
    [`GET / HTTP/1.1\r\nHost: localhost\r\nX-Big: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
  ])('what is no HTTP is answered in JSON: %j', async (bytes, status) => {
    expect(await sendRaw(port, bytes)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} .*\\r\\n\\r\\n\\{"error":"[^"]+"\\}$`, 's'));
  });

  test('no more sockets than allowed stay open', async () => {
    const sockets = await Promise.all(
      Array.from({ length: 8 }, () => new Promise<boolean>((resolve) => {
        const socket = connect(port, '127.0.0.1');
        socket.on('error', () => undefined);
        const waiting = setTimeout(() => resolve(true), 100);
        socket.on('close', () => {
          clearTimeout(waiting);
          resolve(false);
        });
        setTimeout(() => socket.destroy(), 150);
      })),
    );
    expect(sockets.filter((open) => open)).toHaveLength(5);
  });
});

/** Sends a chunk over and over until the server closes; what it answered. */
function sendEndlessly(port: number, headers: string, chunk: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let received = '';
    const send = (): void => {
      if (!socket.destroyed) socket.write(chunk, () => setImmediate(send));
    };
    socket.write(`POST /api/echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${headers}\r\n`, send);
    socket.on('data', (data) => (received += data.toString('utf8')));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(received));
  });
}
