import { appendFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Logger } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { Clock, SystemClock } from '../common/clock.js';
import { ConflictError, InvalidInputError, NotFoundError, TooManyRequestsError } from '../common/domain-error.js';
import { JarvisPaths } from '../config/jarvis-paths.js';
import { LibsqlLock } from '../storage/libsql-lock.js';
import { MAX_WAITING_TURNS } from './limits.js';
import type { OpenSession, RunLogEntry } from './session.js';
import { SessionsModule } from './sessions.module.js';
import { SessionsService } from './sessions.service.js';

const user = (content: string) => ({ message: { role: 'user', content } as const });
const assistant = (content: string) => ({ message: { role: 'assistant', content } as const });
const logEntry = (sessionId: string, logSummary: string): RunLogEntry => ({
  ts: new Date().toISOString(), sessionId, iteration: 1, model: 'offline', userInput: '', toolCalls: [], response: '', logSummary, status: 'ok',
});

describe('SessionsService, with real files and locks', () => {
  let paths: JarvisPaths;
  let sessions: SessionsService;
  let now: Date;
  const opened: SessionsService[] = [];

  /** Time stands still for what is stored and passes for what waits. */
  class StoppedClock extends SystemClock {
    override now(): Date {
      return now;
    }
  }

  /** The service as another server process on the same home has it. */
  async function server(home = paths): Promise<SessionsService> {
    const module = await Test.createTestingModule({ imports: [SessionsModule] })
      .overrideProvider(JarvisPaths)
      .useValue(home)
      .overrideProvider(Clock)
      .useClass(StoppedClock)
      .compile();
    const service = module.get(SessionsService);
    opened.push(service);
    return service;
  }

  /** A turn that goes on until it is told to end. */
  function longTurn(id: string, first: (session: OpenSession) => Promise<unknown> = () => Promise.resolve()) {
    let end = (): void => undefined;
    let begin = (): void => undefined;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const told = new Promise<void>((resolve) => (end = resolve));
    const ended = sessions.withSession(id, async (session) => {
      await first(session);
      begin();
      await told;
      await session.append([assistant('at the end')]);
    });
    return { begun, end, ended };
  }

  const converse = (id: string, question: string, using = sessions): Promise<void> =>
    using.withSession(id, async (session) => {
      await session.append(session.isNew ? [{ message: { role: 'system', content: 'prompt' } }, user(question)] : [user(question)]);
      await session.append([assistant(`re: ${question}`)]);
    });
  const said = async (id: string, using = sessions): Promise<unknown[]> => ((await using.read(id))?.messages ?? []).map(({ content }) => content);
  const conversations = (): string[] => (existsSync(paths.conversations) ? readdirSync(paths.conversations).sort() : []);

  beforeAll(() => Logger.overrideLogger(false));
  afterAll(() => Logger.overrideLogger(new Logger()));
  beforeEach(async () => {
    now = new Date('2026-02-13T12:00:00.000Z');
    paths = new JarvisPaths(mkdtempSync(path.join(tmpdir(), 'jarvis-sessions-')));
    sessions = await server();
  });
  afterEach(async () => {
    for (const service of opened.splice(0)) await service.close();
    rmSync(paths.home, { recursive: true, force: true });
  });

  it('keeps a conversation in the original format when the server has shut down', async () => {
    await converse('s', 'hello');
    await sessions.withSession('s', async (session) => {
      expect(session.isNew).toBe(false);
      expect(session.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant']);
      await session.updateMetadata({ handoffCount: 1 });
      await session.appendLog(logEntry('s', 'Said hello.'));
    });
    await sessions.onApplicationShutdown();
    expect(conversations()).toEqual(['s.json']);
    expect(JSON.parse(readFileSync(path.join(paths.conversations, 's.json'), 'utf8'))).toEqual({
      metadata: { handoffCount: 1, createdAt: now.toISOString(), updatedAt: now.toISOString(), annotations: { 1: { at: now.toISOString() } } },
      messages: [{ role: 'system', content: 'prompt' }, { role: 'user', content: 'hello' }, { role: 'assistant', content: 're: hello' }],
    });
    expect(readFileSync(path.join(paths.logs, 'session-s.jsonl'), 'utf8')).toContain('"logSummary":"Said hello."');
  });

  it('keeps all of twenty messages that arrive at once, in order, also through two servers', async () => {
    const other = await server();
    const numbers = Array.from({ length: 20 }, (_, index) => index);
    await Promise.all(numbers.map((number) => converse('s', String(number), number % 2 ? sessions : other)));
    const questions = (await said('s')).filter((content) => !String(content).startsWith('re:') && content !== 'prompt').map(Number);
    expect([...questions].sort((a, b) => a - b)).toEqual(numbers);
    for (const parity of [0, 1]) expect(questions.filter((number) => number % 2 === parity)).toEqual(numbers.filter((number) => number % 2 === parity));
    // Each question is followed by its own answer.
    const all = await said('s', other);
    for (const number of numbers) expect(all[all.indexOf(String(number)) + 1]).toBe(`re: ${number}`);
  });

  it('lets sessions run at the same time', async () => {
    await sessions.withSession('a', () => converse('b', 'hello'));
    expect(await said('b')).toContain('hello');
  });

  it('refuses more waiting turns than its limit', async () => {
    const first = longTurn('s');
    const waiting = Array.from({ length: MAX_WAITING_TURNS }, () => sessions.withSession('s', () => Promise.resolve()));
    await expect(sessions.withSession('s', () => Promise.resolve())).rejects.toBeInstanceOf(TooManyRequestsError);
    first.end();
    await Promise.all([first.ended, ...waiting]);
  });

  it('stops waiting for a turn of this or another server with the signal', async () => {
    const first = longTurn('s');
    await first.begun;
    for (const service of [sessions, await server()]) {
      const controller = new AbortController();
      const reason = new Error('aborted');
      const waiting = service.withSession('s', () => Promise.reject(new Error('must not run')), { signal: controller.signal });
      setTimeout(() => controller.abort(reason), 20);
      await expect(waiting).rejects.toBe(reason);
    }
    first.end();
    await first.ended;
    await converse('s', 'next');
  });

  it('creates no file for a session in which nothing was said', async () => {
    await sessions.withSession('s', (session) => session.updateMetadata({ owner: 'guest' }));
    expect(conversations()).toEqual([]);
    expect(await sessions.read('s')).toBeUndefined();
    expect((await sessions.list()).total).toBe(0);
  });

  it('refuses what is no session id before it touches the file system', async () => {
    for (const id of ['../evil', 'a/b', '', 'a\0']) {
      await expect(sessions.withSession(id, () => Promise.resolve())).rejects.toBeInstanceOf(InvalidInputError);
      await expect(sessions.read(id)).rejects.toBeInstanceOf(InvalidInputError);
      await expect(sessions.readLog(id)).rejects.toBeInstanceOf(InvalidInputError);
      await expect(sessions.rename(id, 'x')).rejects.toBeInstanceOf(InvalidInputError);
      await expect(sessions.delete(id)).rejects.toBeInstanceOf(InvalidInputError);
    }
    expect(existsSync(paths.base)).toBe(false);
  });

  it('stores nothing any more when the turn is over', async () => {
    let kept: OpenSession | undefined;
    await sessions.withSession('s', async (session) => {
      kept = session;
      await session.append([user('in time')]);
    });
    await expect(kept?.append([user('too late')])).rejects.toBeInstanceOf(ConflictError);
    await expect(kept?.updateMetadata({ name: 'x' })).rejects.toBeInstanceOf(ConflictError);
    await expect(kept?.appendLog(logEntry('s', 'x'))).rejects.toBeInstanceOf(ConflictError);
    expect(await said('s')).toEqual(['in time']);
  });

  it('stores what a turn did not wait for before the turn is over', async () => {
    await sessions.withSession('s', (session) => {
      void session.append([user('not waited for')]);
      void session.appendLog(logEntry('s', 'first'));
      void session.appendLog(logEntry('s', 'second'));
      return Promise.resolve();
    });
    expect(await said('s', await server())).toEqual(['not waited for']);
    expect((await sessions.readLog('s')).map(({ logSummary }) => logSummary)).toEqual(['first', 'second']);
  });

  it('folds the journal by itself when a session has been quiet', async () => {
    await converse('s', 'hello');
    expect(conversations()).toEqual(['s.journal']);
    for (let round = 0; round < 200 && conversations()[0] !== 's.json'; round += 1) {
      now = new Date(now.getTime() + 10);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    expect(conversations()).toEqual(['s.json']);
  });

  describe('a turn that a crash cut', () => {
    /** The home as a crash in the middle of the session's turn leaves it, in another place. */
    const crash = async (id: string): Promise<JarvisPaths> => {
      const left = new JarvisPaths(mkdtempSync(path.join(tmpdir(), 'jarvis-crashed-')));
      const turn = longTurn(id, async (session) => {
        await session.append([user('question')]);
        cpSync(paths.home, left.home, { recursive: true });
      });
      turn.end();
      await turn.ended;
      return left;
    };

    it('is found, given to the next turn, and found no more after that', async () => {
      await converse('whole', 'hello');
      const left = await crash('cut');
      const next = await server(left);
      expect(await next.findInterrupted()).toEqual(['cut']);
      await next.tidyAfterCrash();
      expect(readdirSync(left.conversations).sort()).toEqual(['cut.journal', 'whole.json']);
      await next.rename('cut', 'a name does not mend it');
      expect(await next.findInterrupted()).toEqual(['cut']);
      await next.withSession('cut', async (session) => {
        expect(session.interrupted).toBe(true);
        await session.append([assistant('mended')]);
      });
      expect(await next.findInterrupted()).toEqual([]);
      await next.withSession('cut', (session) => Promise.resolve(expect(session.interrupted).toBe(false)));
      await next.close();
      rmSync(left.home, { recursive: true, force: true });
    });

    it('is none while it runs, whichever process runs it', async () => {
      await sessions.withSession('s', async (session) => {
        await session.append([user('question')]);
        expect(await sessions.findInterrupted()).toEqual([]);
        expect(await (await server()).findInterrupted()).toEqual([]);
      });
    });
  });

  it('gives the damage to the turn that found it, and remembers it', async () => {
    mkdirSync(paths.conversations, { recursive: true });
    writeFileSync(path.join(paths.conversations, 's.json'), '{"metadata":{},"messages":[{"role":"user","content":"one"},{"ro');
    await sessions.rename('s', 'renamed while damaged');
    await sessions.withSession('s', async (session) => {
      expect(session.damage).toMatchObject([{ sessionId: 's', recoveredMessages: 1 }]);
      await session.append([user('two')]);
    });
    await sessions.withSession('s', (session) => Promise.resolve(expect(session.damage).toEqual([])));
    expect(await (await server()).damageReports()).toMatchObject([{ sessionId: 's', recoveredMessages: 1 }]);
    expect(await said('s')).toEqual(['one', 'two']);
  });

  it('begins a damaged session of which nothing is left with its prompt, and says that it is damaged', async () => {
    mkdirSync(paths.conversations, { recursive: true });
    writeFileSync(path.join(paths.conversations, 's.json'), '{}');
    await sessions.withSession('s', async (session) => {
      expect(session.isNew).toBe(true);
      expect(session.damage).toHaveLength(1);
      await session.append([user('one')]);
    });
    expect(conversations()).toContain('s.journal');
  });

  describe('list, titles and names', () => {
    it('lists the newest first with titles, in pages', async () => {
      for (const [minute, id] of ['a', 'b', 'c'].entries()) {
        now = new Date(Date.UTC(2026, 0, 1, 0, minute));
        await converse(id, `question ${id}`);
      }
      await sessions.withSession('b', (session) => session.appendLog(logEntry('b', 'Answered  b.')));
      await sessions.rename('a', ' My  session\n');
      const first = await sessions.list({ limit: 2 });
      expect(first).toMatchObject({
        total: 3,
        sessions: [
          { sessionId: 'a', title: 'My session', lastTs: '2026-01-01T00:02:00.000Z' },
          { sessionId: 'c', title: 'question c', lastTs: '2026-01-01T00:02:00.000Z' },
        ],
      });
      expect(await sessions.list({ limit: 2, cursor: first.nextCursor })).toEqual({
        total: 3,
        sessions: [{ sessionId: 'b', title: 'Answered b.', lastTs: '2026-01-01T00:01:00.000Z' }],
      });
      expect((await sessions.read('a'))?.title).toBe('My session');
      await sessions.rename('a', ' ');
      expect((await sessions.read('a'))?.title).toBe('question a');
    });

    it('shows a session while its first turn runs', async () => {
      await sessions.withSession('s', async (session) => {
        await session.append([user('still running')]);
        expect((await sessions.list()).sessions).toMatchObject([{ sessionId: 's', title: 'still running' }]);
        expect(await (await server()).list()).toMatchObject({ sessions: [{ title: 'still running' }] });
      });
    });

    it('never takes the words of the server for those of a person', async () => {
      await sessions.withSession('s', async (session) => {
        await session.append([{ message: { role: 'user', content: 'resume' }, annotation: { kind: 'resume' } }, user('a person')]);
      });
      expect((await sessions.list()).sessions[0]?.title).toBe('a person');
    });

    it('searches titles and ids, and keeps to an owner', async () => {
      await converse('weather-1', 'Will it RAIN?');
      await converse('b', 'else');
      await sessions.withSession('b', (session) => session.updateMetadata({ owner: 'guest-1' }));
      const ids = async (options: Parameters<SessionsService['list']>[0]): Promise<string[]> => (await sessions.list(options)).sessions.map(({ sessionId }) => sessionId);
      expect(await ids({ search: ' rain' })).toEqual(['weather-1']);
      expect(await ids({ search: 'WEATHER' })).toEqual(['weather-1']);
      expect(await ids({ search: 'nothing' })).toEqual([]);
      expect(await ids({ owner: 'guest-1' })).toEqual(['b']);
    });

    it('lists a thousand sessions without reading them again', async () => {
      mkdirSync(paths.conversations, { recursive: true });
      const text = JSON.stringify({ metadata: { updatedAt: '2026-01-01T00:00:00.000Z' }, messages: [{ role: 'system', content: 'x'.repeat(8000) }, { role: 'user', content: 'q' }] }, null, 2);
      for (let index = 0; index < 1000; index += 1) writeFileSync(path.join(paths.conversations, `${index}.json`), text);
      expect((await sessions.list({ limit: 200 })).total).toBe(1000);
      expect((await sessions.list({ limit: 1 })).sessions).toHaveLength(1);
    });

    it.each([0, 201, 1.5, Number.NaN])('refuses the limit %p', async (limit) => {
      await expect(sessions.list({ limit })).rejects.toBeInstanceOf(InvalidInputError);
      await expect(sessions.readLog('s', { limit })).rejects.toBeInstanceOf(InvalidInputError);
    });

    it('refuses a name that is too long, and the name of nothing', async () => {
      await converse('s', 'hello');
      await expect(sessions.rename('s', 'x'.repeat(201))).rejects.toBeInstanceOf(InvalidInputError);
      await expect(sessions.rename('unknown', 'x')).rejects.toBeInstanceOf(NotFoundError);
      expect(conversations().filter((name) => name.startsWith('unknown'))).toEqual([]);
    });
  });

  describe('delete', () => {
    it('waits for the running turn and removes everything of the session', async () => {
      await converse('other', 'stays');
      const running = longTurn('s', async (session) => {
        await session.append([user('question')]);
        await session.appendLog(logEntry('s', 'x'));
      });
      await running.begun;
      mkdirSync(path.join(paths.toolOutputs, 's'), { recursive: true });
      writeFileSync(path.join(paths.conversations, 's.json.damaged-20260101T000000000Z'), '{');
      const deleted = sessions.delete('s');
      const next = converse('s', 'begun anew');
      running.end();
      await Promise.all([running.ended, deleted, next]);
      expect(await said('s')).toEqual(['prompt', 'begun anew', 're: begun anew']);
      await sessions.delete('s');
      await sessions.close();
      expect(conversations()).toEqual(['other.json']);
      expect(existsSync(path.join(paths.logs, 'session-s.jsonl'))).toBe(false);
      expect(existsSync(path.join(paths.toolOutputs, 's'))).toBe(false);
      expect(readdirSync(paths.locks).filter((name) => name.startsWith('session-s.'))).toEqual([]);
      expect(await sessions.readLog('s')).toEqual([]);
      expect(await sessions.damageReports()).toEqual([]);
    });

    it('says that there is none', async () => {
      await expect(sessions.delete('unknown')).rejects.toBeInstanceOf(NotFoundError);
    });
  });

  it('reads the log on over lines that cannot be read', async () => {
    await sessions.withSession('s', (session) => session.appendLog(logEntry('s', 'one')));
    appendFileSync(path.join(paths.logs, 'session-s.jsonl'), '{"half');
    await sessions.withSession('s', (session) => session.appendLog(logEntry('s', 'two')));
    expect((await sessions.readLog('s')).map(({ logSummary }) => logSummary)).toEqual(['one', 'two']);
  });

  it('stores a step at the weight of the step, however long the history', async () => {
    mkdirSync(paths.conversations, { recursive: true });
    const file = path.join(paths.conversations, 's.json');
    const messages = Array.from({ length: 10_000 }, (_, index) => ({ role: index % 2 ? 'assistant' : 'user', content: `message ${index} ${'x'.repeat(200)}` }));
    writeFileSync(file, JSON.stringify({ metadata: {}, messages }, null, 2));
    const { ino, mtimeMs } = statSync(file);
    await sessions.withSession('s', async (session) => {
      for (let step = 0; step < 20; step += 1) await session.append([user(`step ${step}`)]);
      expect(statSync(file)).toMatchObject({ ino, mtimeMs });
      expect(statSync(path.join(paths.conversations, 's.journal')).size).toBeLessThan(10_000);
    });
    await sessions.close();
    expect((JSON.parse(readFileSync(file, 'utf8')) as { messages: unknown[] }).messages).toHaveLength(10_020);
  });

  it('waits for whoever else holds the session, and begins when that is over', async () => {
    const lock = new LibsqlLock(paths.locks, new SystemClock());
    const lease = await lock.acquire('session-s');
    const waiting = converse('s', 'hello');
    lease.release();
    await waiting;
    expect(await said('s')).toContain('hello');
  });
});
