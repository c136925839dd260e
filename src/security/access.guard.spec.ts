import 'reflect-metadata';
import { type ArgumentsHost, Body, Catch, Controller, type ExceptionFilter, Get, HttpCode, Post } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import type { Response } from 'express';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import request from 'supertest';
import { sendRaw } from '../../test/support/raw-request.js';
import { DomainError } from '../common/domain-error.js';
import { ConfigModule } from '../config/config.module.js';
import { JarvisPaths } from '../config/jarvis-paths.js';
import { GuestMay, OwnerOnly, OwnerOrScope, Public, Scope } from './access.decorator.js';
import { AUTHENTICATORS } from './authentication/caller.service.js';
import type { Authenticator } from './authentication/authenticator.js';
import { Caller } from './caller.decorator.js';
import { AcceptContentTypes } from './content-type.decorator.js';
import { DeclaredAccessCheck } from './declared-access.check.js';
import { SECURITY_HTTP_STATUS } from './errors.js';
import { installRequestChecks } from './http/install-request-checks.js';
import type { Principal } from './principal.js';
import { SecurityModule } from './security.module.js';
import { TokenStore } from './token-store.js';

const handled: string[] = [];
const note = (route: string, caller: Principal | undefined) => {
  handled.push(route);
  return { route, role: caller?.role, id: caller?.id };
};

@Controller('things')
class ThingsController {
  @Public()
  @Get('public')
  open(@Caller() caller: Principal | undefined) {
    return note('public', caller);
  }

  @OwnerOnly()
  @Get('owner')
  owner(@Caller() caller: Principal) {
    return note('owner', caller);
  }

  @OwnerOnly()
  @Post('owner')
  @HttpCode(200)
  change(@Caller() caller: Principal, @Body() body: unknown) {
    return { ...note('change', caller), body };
  }

  @GuestMay()
  @Get('guest')
  guest(@Caller() caller: Principal) {
    return note('guest', caller);
  }

  @Scope('completions')
  @Get('scope')
  scope(@Caller() caller: Principal) {
    return note('scope', caller);
  }

  @OwnerOrScope('hooks', 'completions')
  @Get('hook')
  hook(@Caller() caller: Principal) {
    return note('hook', caller);
  }

  @OwnerOnly()
  @AcceptContentTypes('multipart/form-data')
  @Post('upload')
  upload(@Caller() caller: Principal) {
    return note('upload', caller);
  }

  @Get('undeclared')
  undeclared() {
    return note('undeclared', undefined);
  }
}

@OwnerOnly()
@Controller('whole')
class WholeController {
  @Get()
  all(@Caller() caller: Principal) {
    return note('whole', caller);
  }

  @Public()
  @Get('open')
  open(@Caller() caller: Principal | undefined) {
    return note('whole-open', caller);
  }
}

@Catch(DomainError)
class Filter implements ExceptionFilter<DomainError> {
  catch(error: DomainError, host: ArgumentsHost): void {
    host.switchToHttp().getResponse<Response>().status(SECURITY_HTTP_STATUS[error.code] ?? 500).json({ error: error.message });
  }
}

const guestAuthenticator: Authenticator = {
  authenticate: (description) =>
    description.headers['x-session-id']?.[0] === 'guest-session'
      ? { outcome: 'accepted', principal: { role: 'guest', id: 'guest-1', scopes: [] } }
      : { outcome: 'absent' },
};

const portOf = (app: NestExpressApplication): number => (app.getHttpServer().address() as AddressInfo).port;

describe('AccessGuard', () => {
  let home: string;
  let app: NestExpressApplication;
  let tokens: Record<'admin' | 'completions' | 'revoked', string>;

  async function start(settings: object = {}): Promise<NestExpressApplication> {
    mkdirSync(path.join(home, '.jarvis/data/config'), { recursive: true });
    writeFileSync(path.join(home, '.jarvis/data/config/settings.json'), JSON.stringify(settings));
    const module = await Test.createTestingModule({
      imports: [ConfigModule, SecurityModule],
      controllers: [ThingsController, WholeController],
    })
      .overrideProvider(JarvisPaths)
      .useValue(new JarvisPaths(home))
      .overrideProvider(DeclaredAccessCheck)
      .useValue({})
      .compile();
    const created = module.createNestApplication<NestExpressApplication>({ bodyParser: false });
    installRequestChecks(created);
    created.setGlobalPrefix('api');
    created.useGlobalFilters(new Filter());
    module.get<Authenticator[]>(AUTHENTICATORS).unshift(guestAuthenticator);
    await created.listen(0, '127.0.0.1');
    return created;
  }

  beforeAll(async () => {
    home = mkdtempSync(path.join(tmpdir(), 'jarvis-guard-'));
    app = await start();
    const store = app.get(TokenStore);
    const revoked = await store.create({ name: 'old' });
    await store.revoke(revoked.id);
    tokens = {
      admin: (await store.create({ name: 'phone' })).token,
      completions: (await store.create({ name: 'ide', scopes: ['completions'] })).token,
      revoked: revoked.token,
    };
  });

  afterAll(async () => {
    await app.close();
    rmSync(home, { recursive: true });
  });

  beforeEach(() => handled.splice(0));

  const callers: Record<string, () => Record<string, string>> = {
    local: () => ({}),
    stranger: () => ({ 'X-Forwarded-For': '203.0.113.9' }),
    admin: () => ({ 'X-Forwarded-For': '203.0.113.9', Authorization: `Bearer ${tokens.admin}` }),
    'api-key': () => ({ 'X-Forwarded-For': '203.0.113.9', Authorization: `bearer ${tokens.completions}` }),
    'api-key on loopback': () => ({ Authorization: `Bearer ${tokens.completions}` }),
    'revoked token on loopback': () => ({ Authorization: `Bearer ${tokens.revoked}` }),
    'nonsense token on loopback': () => ({ Authorization: 'Bearer nonsense' }),
    'empty token on loopback': () => ({ Authorization: 'Bearer' }),
    'password of a proxy on loopback': () => ({ Authorization: 'Basic dTpw' }),
    guest: () => ({ 'X-Forwarded-For': '203.0.113.9', 'X-Session-ID': 'guest-session' }),
  };

  //                                       public owner guest scope hook undeclared
  test.each<[string, number[]]>([
    ['local', [200, 200, 200, 401, 200, 403]],
    ['stranger', [200, 401, 401, 401, 401, 401]],
    ['admin', [200, 200, 200, 200, 200, 403]],
    ['api-key', [200, 403, 403, 200, 200, 403]],
    ['api-key on loopback', [200, 403, 403, 200, 200, 403]],
    ['revoked token on loopback', [200, 401, 401, 401, 401, 401]],
    ['nonsense token on loopback', [200, 401, 401, 401, 401, 401]],
    ['empty token on loopback', [200, 401, 401, 401, 401, 401]],
    ['password of a proxy on loopback', [200, 200, 200, 401, 200, 403]],
    ['guest', [200, 403, 200, 401, 403, 403]],
  ])('%s', async (name, expected) => {
    const headers = callers[name]?.() ?? {};
    const statuses: number[] = [];
    for (const route of ['public', 'owner', 'guest', 'scope', 'hook', 'undeclared']) {
      const { status, body } = await request(app.getHttpServer()).get(`/api/things/${route}`).set(headers);
      statuses.push(status);
      if (status !== 200) expect(Object.keys(body as object)).toEqual(['error']);
    }
    expect(statuses).toEqual(expected);
    expect(handled).not.toContain('undeclared');
  });

  test('the handler is told who is calling', async () => {
    const server = app.getHttpServer();
    expect((await request(server).get('/api/things/owner')).body).toMatchObject({ role: 'local', id: 'local' });
    expect((await request(server).get('/api/things/owner').set(callers.admin?.() ?? {})).body).toMatchObject({ role: 'admin' });
    expect((await request(server).get('/api/things/public').set(callers.stranger?.() ?? {})).body).toEqual({ route: 'public' });
  });

  test('a declaration on the class holds for its handlers, and one on the handler goes first', async () => {
    const stranger = callers.stranger?.() ?? {};
    await request(app.getHttpServer()).get('/api/whole').set(stranger).expect(401);
    await request(app.getHttpServer()).get('/api/whole/open').set(stranger).expect(200);
    await request(app.getHttpServer()).get('/api/whole').expect(200);
  });

  test.each([
    ['GET', '/api/things/owner/'],
    ['GET', '//api/things/owner'],
    ['GET', '/api//things/owner'],
    ['GET', '/%61pi/things/owner'],
    ['GET', '/api/things/%6fwner'],
    ['GET', '/API/Things/OWNER'],
    ['GET', '/api/things/owner?x=1#f'],
    ['GET', '/api/things/owner;x'],
    ['GET', '/api/things/public/../owner'],
    ['GET', '/api/things/public/%2e%2e/owner'],
    ['GET', '\\api\\things\\owner'],
    ['HEAD', '/api/things/owner'],
    ['OPTIONS', '/api/things/owner'],
    ['POST', '/api/things/owner'],
    ['PUT', '/api/things/owner'],
    ['TRACE', '/api/things/owner'],
  ])('a stranger reaches no handler by %s %s', async (method, target) => {
    const raw = await sendRaw(portOf(app), `${method} ${target} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 203.0.113.9\r\nConnection: close\r\n\r\n`);
    expect(raw).toMatch(/^HTTP\/1\.1 (200|4\d\d) /);
    expect(handled).toEqual([]);
  });

  test.each(['X-HTTP-Method-Override', 'X-Method-Override', 'X-HTTP-Method'])('%s changes nothing', async (header) => {
    await request(app.getHttpServer()).post('/api/things/public').set(header, 'GET').expect(404);
    await request(app.getHttpServer()).get('/api/things/owner').set(header, 'POST').expect(200, { route: 'owner', role: 'local', id: 'local' });
  });

  test('a 401 says how to sign in', async () => {
    const answer = await request(app.getHttpServer()).get('/api/things/owner').set(callers.stranger?.() ?? {});
    expect(answer.headers['www-authenticate']).toBe('Bearer realm="jarvis"');
    expect((answer.body as { error: string }).error).toMatch(/jarvis token create/);
  });

  test.each([
    ['application/x-www-form-urlencoded', 'a=1', 415],
    ['text/plain', '{"a":1}', 415],
    ['multipart/form-data; boundary=x', '--x--', 415],
    ['application/problem+json', '{"a":1}', 415],
    ['application/json-patch', '{"a":1}', 415],
    ['application/json', '{"a":1}', 200],
    ['Application/JSON; charset=UTF-8', '{"a":1}', 200],
    ['application/json; charset=utf-16', '{"a":1}', 415],
  ])('a body of %s is answered %j', async (type, body, status) => {
    await request(app.getHttpServer()).post('/api/things/owner').set('Content-Type', type).send(body).expect(status);
    expect(handled).toEqual(status === 200 ? ['change'] : []);
  });

  test('a body without a type, or with two, does nothing', async () => {
    const post = 'POST /api/things/owner HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 2\r\n';
    expect(await sendRaw(portOf(app), `${post}\r\n{}`)).toMatch(/^HTTP\/1\.1 415 /);
    expect(await sendRaw(portOf(app), `${post}Content-Type: application/json\r\nContent-Type: text/plain\r\n\r\n{}`)).toMatch(/^HTTP\/1\.1 415 /);
    expect(handled).toEqual([]);
  });

  test('a request without a body needs no type, and a route may take another one', async () => {
    await request(app.getHttpServer()).post('/api/things/owner').expect(200);
    await request(app.getHttpServer()).post('/api/things/upload').set('Content-Type', 'multipart/form-data; boundary=x').send('--x--').expect(201);
    await request(app.getHttpServer()).post('/api/things/upload').send({}).expect(415);
  });

  test('with localAccess off, this machine is a stranger too', async () => {
    const closed = await start({ localAccess: false });
    await request(closed.getHttpServer()).get('/api/things/owner').expect(401);
    await request(closed.getHttpServer()).get('/api/things/owner').set('Authorization', `Bearer ${tokens.admin}`).expect(200);
    await closed.close();
  });
});

describe('DeclaredAccessCheck', () => {
  test('the server does not start with a route that declares no access', async () => {
    const home = mkdtempSync(path.join(tmpdir(), 'jarvis-guard-'));
    const module = await Test.createTestingModule({
      imports: [ConfigModule, SecurityModule],
      controllers: [ThingsController, WholeController],
    })
      .overrideProvider(JarvisPaths)
      .useValue(new JarvisPaths(home))
      .compile();
    await expect(module.createNestApplication().init()).rejects.toThrow('ThingsController.undeclared.');
    rmSync(home, { recursive: true });
  });
});
