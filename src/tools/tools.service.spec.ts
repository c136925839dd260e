import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Test, type TestingModule } from '@nestjs/testing';
import { Clock } from '../common/clock.js';
import { JarvisPaths } from '../config/jarvis-paths.js';
import type { Principal } from '../security/principal.js';
import { FixedClock } from '../storage/testing/fixed-clock.js';
import { ApprovalsService } from './approvals.service.js';
import type { PendingApproval } from './approval.js';
import { MAX_RESULT_CHARACTERS } from './limits.js';
import { entryOf } from './script-tool-code.js';
import { ToolRunner, type ScriptTool, type ServiceTool, type ToolContext, type ToolOutcome } from './tool.js';
import { ScriptToolProvider, ServiceToolProvider } from './tool-provider.decorator.js';
import { documentedExecRows } from './testing/documented-exec-rows.js';
import { ToolsModule } from './tools.module.js';

const OWNER: Principal = { role: 'local', id: 'local', scopes: [] };
const GUEST: Principal = { role: 'guest', id: 'g1', scopes: [] };
const parameters = { type: 'object', properties: {} } as const;

/** A stand-in for the built-in exec: it says how it was called. */
const execTool: ScriptTool = { name: 'exec', description: 'Says how it was called.', parameters, run: async (args) => ({ status: 'ok', called: args }) };
const echoTool: ScriptTool = {
  name: 'echo',
  description: 'Returns its arguments.',
  parameters,
  run: async (args, _fs, _path, process) => ({ status: 'ok', args, env: process.env, cwd: process.cwd() }),
};

@ScriptToolProvider()
@Injectable()
class BuiltIns {
  readonly tools = [execTool, echoTool];
}

@ServiceToolProvider()
@Injectable()
class ServiceTools implements ServiceTool {
  readonly name = 'service';
  readonly description = 'Does what its argument says.';
  readonly parameters = parameters;
  isOfferedTo = (principal: Principal): boolean => principal.id !== 'unwanted';
  run(args: Readonly<Record<string, unknown>>, { signal, onOutput }: ToolContext): Promise<unknown> {
    onOutput?.('working\n');
    if (args.wait === 'ever') return new Promise(() => undefined);
    if (args.wait === 'signal') return new Promise((resolve) => signal.addEventListener('abort', () => resolve({ status: 'ok', reached: 5 })));
    if (args.fail) throw new Error('the service failed');
    const cycle: Record<string, unknown> = {};
    cycle.self = cycle;
    return Promise.resolve(args.cycle ? cycle : { status: 'ok', args });
  }
}

/** Real files, real children, the modules as the server wires them. */
describe('ToolsService', () => {
  let home: string;
  let app: TestingModule | undefined;
  let clock: FixedClock;
  const warnings: string[] = [];

  beforeEach(() => {
    home = realpathSync(mkdtempSync(path.join(tmpdir(), 'jarvis-tools-service-')));
    clock = new FixedClock();
    warnings.length = 0;
  });
  afterEach(async () => {
    await app?.close();
    app = undefined;
    rmSync(home, { recursive: true, force: true });
  });

  const file = (...parts: string[]): string => path.join(home, '.jarvis', ...parts);
  const readJson = <T>(name: string): T => JSON.parse(readFileSync(file(name), 'utf8')) as T;
  const put = (name: string, content: unknown): void => {
    mkdirSync(path.dirname(file(name)), { recursive: true });
    writeFileSync(file(name), typeof content === 'string' ? content : JSON.stringify(content));
  };
  const TOOLS = 'data/tools/tools.json';
  const tool = (name: string, code: string, extra: object = {}): object => ({
    [name]: { definition: { type: 'function', function: { name, description: 'Mine.', parameters } }, code, ...extra },
  });
  const addTools = (...entries: object[]): void => put(TOOLS, Object.assign({}, readJson<object>(TOOLS), ...entries));
  const settings = (value: object): void => put('data/config/settings.json', value);

  async function start(): Promise<ToolRunner> {
    app = await Test.createTestingModule({ imports: [ToolsModule], providers: [BuiltIns, ServiceTools] })
      .overrideProvider(JarvisPaths)
      .useValue(new JarvisPaths(home))
      .overrideProvider(Clock)
      .useValue(clock)
      .setLogger({ log: () => undefined, warn: (text: string) => warnings.push(text), error: (text: string) => warnings.push(text) })
      .compile();
    await app.init();
    return app.get(ToolRunner);
  }

  const context = (changes: Partial<ToolContext> = {}): ToolContext => ({ sessionId: 's1', runId: 'r1', principal: OWNER, signal: new AbortController().signal, ...changes });
  const call = (tools: ToolRunner, name: string, args: Record<string, unknown> = {}, changes: Partial<ToolContext> = {}): Promise<ToolOutcome> => tools.call({ name, args }, context(changes));
  const parsed = (outcome: ToolOutcome): Record<string, unknown> => JSON.parse(outcome.result) as Record<string, unknown>;
  const names = async (tools: ToolRunner, principal = OWNER): Promise<string[]> => (await tools.offered(principal)).definitions.map((definition) => definition.function.name);
  const audit = (): Record<string, unknown>[] => readFileSync(file('logs/audit.jsonl'), 'utf8').trim().split('\n').map((line) => JSON.parse(line) as Record<string, unknown>);

  async function pending(): Promise<PendingApproval> {
    for (let tries = 0; tries < 400; tries += 1) {
      const [approval] = (app as TestingModule).get(ApprovalsService).list();
      if (approval) return approval;
      await sleep(10);
    }
    throw new Error('nothing waits for a decision');
  }
  const decide = async (decision: 'allow-once' | 'allow-always' | 'deny'): Promise<PendingApproval> =>
    (app as TestingModule).get(ApprovalsService).decide((await pending()).id, decision, OWNER);

  describe('tools.json', () => {
    test('is seeded at the first start; definitions come in the order of their names, the same bytes each time', async () => {
      const tools = await start();
      expect(readJson(TOOLS)).toEqual({ exec: entryOf(execTool), echo: entryOf(echoTool) });
      expect(await names(tools)).toEqual(['echo', 'exec', 'service']);
      const first = JSON.stringify((await tools.offered(OWNER)).definitions);
      expect(JSON.stringify((await tools.offered(OWNER)).definitions)).toBe(first);
    });

    test('keeps edits and users\' tools over a restart, puts missing built-ins back, and brings untouched older ones up to date', async () => {
      await start();
      await app?.close();
      addTools(tool('echo', 'return "edited";'), tool('mine', 'return 1;'));
      const edited = readJson<Record<string, object>>(TOOLS);
      delete edited.exec;
      put(TOOLS, edited);
      const tools = await start();
      expect(Object.keys(readJson<object>(TOOLS)).sort()).toEqual(['echo', 'exec', 'mine']);
      expect(await call(tools, 'echo')).toEqual({ status: 'ok', result: 'edited' });
      await app?.close();

      // As an earlier version of Jarvis would have left it: its own code, and its note that it wrote it.
      const older = tool('exec', 'return "older version";');
      addTools(older);
      const { createHash } = await import('node:crypto');
      put('data/tools/seeded.json', { exec: createHash('sha256').update(JSON.stringify((older as Record<string, object>).exec)).digest('hex') });
      await start();
      expect(readJson<Record<string, object>>(TOOLS)).toMatchObject({ exec: entryOf(execTool), echo: { code: 'return "edited";' } });
    });

    test('a new, edited or removed tool counts without a restart', async () => {
      const tools = await start();
      addTools(tool('mine', 'return "first";'));
      expect(await call(tools, 'mine')).toEqual({ status: 'ok', result: 'first' });
      addTools(tool('mine', 'return "other";'));
      expect(await call(tools, 'mine')).toEqual({ status: 'ok', result: 'other' });
      put(TOOLS, tool('echo', 'return 2;'));
      expect(await names(tools)).toEqual(['echo', 'service']);
    });

    test('one broken entry is reported and skipped; the others work', async () => {
      const tools = await start();
      addTools({ nothing: null }, tool('broken', 'return (;'), { misnamed: Object.values(tool('x', ''))[0] }, { __proto__x: 5 }, tool('fine', 'return "fine";'));
      const { diagnostics } = await tools.offered(OWNER);
      expect(diagnostics.map((diagnostic) => diagnostic.tool)).toEqual(['nothing', 'broken', 'misnamed', '__proto__x']);
      expect(await names(tools)).toEqual(['echo', 'exec', 'fine', 'service']);
      expect(await call(tools, 'fine')).toEqual({ status: 'ok', result: 'fine' });
      expect(warnings.filter((warning) => warning.includes('broken'))).toHaveLength(1);
    });

    test.each(['{"exec": ', '[]', 'null', '', '\0\0'])('a broken file (%j) is left as it is and reported; the built-ins work from memory', async (content) => {
      put(TOOLS, content);
      const tools = await start();
      expect(readFileSync(file(TOOLS), 'utf8')).toBe(content);
      expect(await names(tools)).toEqual(['echo', 'exec', 'service']);
      expect((await tools.offered(OWNER)).diagnostics).toEqual([{ tool: 'tools.json', problem: expect.stringContaining('left as it is') }]);
      expect((await call(tools, 'echo')).status).toBe('ok');
      put(TOOLS, tool('mended', 'return 1;'));
      expect(await names(tools)).toEqual(['mended', 'service']);
    });

    test('where it can be neither read nor written, the built-ins work from memory', async () => {
      put('data/tools', 'a file where the directory should be');
      const tools = await start();
      expect(await call(tools, 'echo')).toMatchObject({ status: 'ok' });
      expect(warnings.join()).toContain('tools.json: it cannot be read (ENOTDIR)');
    });

    test('where the lock cannot be had, nothing is written and the built-ins work from memory', async () => {
      put('data/locks', 'a file where the directory should be');
      const tools = await start();
      expect(await call(tools, 'echo')).toMatchObject({ status: 'ok' });
      expect(warnings.join()).toContain('tools.json could not be written');
    });

    test('a service tool wins over a script of its name, and says so', async () => {
      const tools = await start();
      addTools(tool('service', 'return "script";'));
      expect(parsed(await call(tools, 'service'))).toMatchObject({ status: 'ok' });
      expect((await tools.offered(OWNER)).diagnostics).toEqual([{ tool: 'service', problem: expect.stringContaining('the server itself has a tool of this name') }]);
    });

    test('a tool gets the variables that it requires, alone; without them it is not offered, and it is said why', async () => {
      put('.env', 'WEATHER_KEY=sunny-secret-value\nOPENROUTER_API_KEY=sk-or-very-secret-value-1\n');
      const tools = await start();
      addTools(
        tool('weather', 'return process.env.WEATHER_KEY.length;', { requires: ['WEATHER_KEY'] }),
        tool('other', 'return process.env.WEATHER_KEY ?? "none";'),
        tool('unset', 'return 1;', { requires: ['NOT_SET_ANYWHERE'] }),
        tool('thief', 'return process.env.OPENROUTER_API_KEY;', { requires: ['OPENROUTER_API_KEY'] }),
      );
      expect(await call(tools, 'weather')).toEqual({ status: 'ok', result: '18' });
      expect(await call(tools, 'other')).toEqual({ status: 'ok', result: 'none' });
      expect(await names(tools)).toEqual(['echo', 'exec', 'other', 'service', 'weather']);
      const { diagnostics } = await tools.offered(OWNER);
      expect(diagnostics).toEqual([
        { tool: 'thief', problem: expect.stringContaining("Jarvis's own") },
        { tool: 'unset', problem: expect.stringContaining('NOT_SET_ANYWHERE') },
      ]);
      expect(parsed(await call(tools, 'unset')).error).toContain('NOT_SET_ANYWHERE');
    });
  });

  describe('a call', () => {
    test.each(['toString', '__proto__', 'constructor', 'hasOwnProperty', 'nope', ''])('of %j is an unknown tool, with the names that there are', async (name) => {
      const tools = await start();
      expect(await call(tools, name)).toEqual({ status: 'error', result: JSON.stringify({ status: 'error', error: `Unknown tool ${JSON.stringify(name)}. Available tools: echo, exec, service.` }) });
    });

    test.each<[string, string, ToolOutcome]>([
      ['a text', 'return "text";', { status: 'ok', result: 'text' }],
      ['an object', 'return { status: "ok", n: 1 };', { status: 'ok', result: '{"status":"ok","n":1}' }],
      ['nothing', '', { status: 'ok', result: '{"status":"ok","result":null}' }],
      ['an error of its own', 'return { status: "error", exitCode: 3 };', { status: 'error', result: '{"status":"error","exitCode":3}' }],
      ['a throw', 'throw new Error("no luck");', { status: 'error', result: '{"status":"error","error":"no luck"}' }],
      ['a cycle', 'const a = {}; a.a = a; return a;', { status: 'error', result: expect.stringContaining('refer to itself') as unknown as string }],
      ['a BigInt', 'return { n: 10n };', { status: 'ok', result: '{"n":"10"}' }],
      ['an exit', 'process.exit(1);', { status: 'error', result: expect.stringContaining('exit code 1') as unknown as string }],
    ])('that ends with %s', async (_name, code, expected) => {
      const tools = await start();
      addTools(tool('mine', code));
      expect(await call(tools, 'mine')).toEqual(expected);
    });

    test('ends at the time limit of its entry, else of the settings, and says what was printed', async () => {
      settings({ toolTimeoutMs: 400 });
      const tools = await start();
      addTools(tool('slow', 'console.log("so far"); await new Promise(() => {});'), tool('patient', 'await new Promise((r) => setTimeout(r, 900)); return "done";', { timeout: 0 }));
      expect(parsed(await call(tools, 'slow'))).toMatchObject({ status: 'error', timedOut: true, error: expect.stringContaining('0.4 s'), partialOutput: 'so far\n' });
      expect(await call(tools, 'patient')).toEqual({ status: 'ok', result: 'done' });
    });

    test('sees no secret of the server, and none comes out of it', async () => {
      put('.env', 'MAIL_PASSWORD=correct-horse-battery\n');
      process.env.SOME_API_KEY = 'environment-secret-1';
      process.env.SOME_PLAIN_VARIABLE = 'plain';
      const tools = await start();
      const { env, cwd } = parsed(await call(tools, 'echo')) as { env: Record<string, string>; cwd: string };
      expect(env).toMatchObject({ HOME: home, SOME_PLAIN_VARIABLE: 'plain', PWD: home });
      expect(Object.keys(env).filter((name) => /SECRET|PASSWORD|API_KEY|JARVIS_(?!CALL_ID)/.test(name))).toEqual([]);
      expect(cwd).toBe(home);
      addTools(tool('reader', `console.log('it is correct-horse-battery'); return fs.readFileSync('${file('.env')}', 'utf8') + ' environment-secret-1';`));
      let printed = '';
      const outcome = await call(tools, 'reader', { password: 'correct-horse-battery' }, { onOutput: (text) => (printed += text) });
      expect(outcome.result).toBe('MAIL_PASSWORD=[redacted]\n [redacted]');
      expect(printed).toBe('it is [redacted]\n');
      expect(readFileSync(file('logs/audit.jsonl'), 'utf8')).not.toContain('battery');
      delete process.env.SOME_API_KEY;
      delete process.env.SOME_PLAIN_VARIABLE;
    });

    test('with a long result keeps it whole in a file that the model can read', async () => {
      const tools = await start();
      addTools(tool('long', 'return Array.from({ length: 20_000 }, (_, i) => "line " + i).join("\\n");'));
      const { result } = await call(tools, 'long');
      expect(result.length).toBeLessThanOrEqual(MAX_RESULT_CHARACTERS);
      const kept = /The full text is in (\S+) \(/.exec(result)?.[1] ?? '';
      expect(path.dirname(kept)).toBe(file('data/tool-outputs/s1'));
      expect(readFileSync(kept, 'utf8').split('\n')).toHaveLength(20_000);
      for (let index = 0; index < 3; index += 1) await call(tools, 'long', {}, { sessionId: '../../escape' });
      expect(readdirSync(file('data/tool-outputs'))).toEqual(['______escape', 's1']);
    });

    test('is written to the audit log: who, what, on what grounds, how it ended', async () => {
      const tools = await start();
      await call(tools, 'echo', { text: 'x'.repeat(5000) });
      await call(tools, 'nope', {}, { principal: { role: 'admin', id: 'token-1', scopes: [] } });
      await call(tools, 'service', { fail: true }, { sessionId: 's2', runId: 'r9' });
      expect(audit()).toMatchObject([
        { ts: clock.now().toISOString(), sessionId: 's1', runId: 'r1', principal: { role: 'local', id: 'local' }, tool: 'echo', decision: 'allowed', status: 'ok', durationMs: 0 },
        { principal: { role: 'admin', id: 'token-1' }, tool: 'nope', decision: 'unknown-tool', status: 'error' },
        { sessionId: 's2', runId: 'r9', tool: 'service', status: 'error' },
      ]);
      expect(String(audit()[0]?.args)).toMatch(/^\{"text":"x{900,}…$/);
    });

    test('of a service tool keeps the same rules: output, throw, cycle, time limit, abort', async () => {
      settings({ toolTimeoutMs: 300 });
      const tools = await start();
      let printed = '';
      expect(parsed(await call(tools, 'service', { a: 1 }, { onOutput: (text) => (printed += text) }))).toEqual({ status: 'ok', args: { a: 1 } });
      expect(printed).toBe('working\n');
      expect(await call(tools, 'service', { fail: true })).toEqual({ status: 'error', result: '{"status":"error","error":"the service failed"}' });
      expect((await call(tools, 'service', { cycle: true })).status).toBe('error');
      expect(parsed(await call(tools, 'service', { wait: 'signal' }))).toMatchObject({ status: 'error', timedOut: true, reached: 5 });
      expect(parsed(await call(tools, 'service', { wait: 'ever' }))).toMatchObject({ status: 'error', timedOut: true });
      const controller = new AbortController();
      const aborted = call(tools, 'service', { wait: 'signal' }, { signal: controller.signal });
      controller.abort();
      expect(parsed(await aborted)).toMatchObject({ status: 'error', aborted: true });
    });
  });

  describe('who is offered what', () => {
    test('allow and deny by name; deny wins; the same for both kinds', async () => {
      settings({ tools: { allow: ['echo', 'service', 'exec'], deny: ['service'] } });
      const tools = await start();
      expect(await names(tools)).toEqual(['echo', 'exec']);
      expect(parsed(await call(tools, 'service')).error).toContain('Unknown tool "service"');
    });

    test('guests only what guestTools names, within the lists; a service tool may refuse a caller', async () => {
      settings({ guestTools: ['echo', 'exec'], tools: { deny: ['exec'] } });
      const tools = await start();
      expect(await names(tools, GUEST)).toEqual(['echo']);
      expect((await call(tools, 'echo', {}, { principal: GUEST })).status).toBe('ok');
      expect((await call(tools, 'exec', {}, { principal: GUEST })).status).toBe('error');
      expect(await names(tools, { role: 'admin', id: 'unwanted', scopes: [] })).toEqual(['echo']);
    });

    test('guests nothing by default', async () => {
      const tools = await start();
      expect(await names(tools, GUEST)).toEqual([]);
      expect(parsed(await call(tools, 'echo', {}, { principal: GUEST })).error).toContain('No tools are available');
    });
  });

  describe('commands', () => {
    const exec = (tools: ToolRunner, cmd: string, changes: Partial<ToolContext> = {}): Promise<ToolOutcome> => call(tools, 'exec', { cmd }, changes);
    const guarded = (value: object): void => settings({ toolTimeoutMs: 10_000, tools: { exec: value } });

    test.each(documentedExecRows())('with %s and %s: approved %s, listed %s, unknown %s', async (security, ask, approved, listed, unknown) => {
      guarded({ security, ask, allowlist: ['ls'] });
      put('data/config/approvals.json', { approvals: [{ tool: 'exec', command: 'echo approved', directory: home }] });
      const tools = await start();
      for (const [cmd, rule] of [['echo approved', approved], ['ls', listed], ['echo other', unknown]] as const) {
        const running = exec(tools, cmd);
        if (rule === 'ask') await decide('deny');
        const outcome = await running;
        expect([cmd, outcome.status]).toEqual([cmd, rule === 'run' ? 'ok' : 'error']);
        const asked = rule === 'ask' ? /owner denied/ : rule === 'refuse' ? /tools\.exec/ : /called/;
        expect(outcome.result).toMatch(asked);
      }
    });

    test('run as they are by default; only the guard sets an argument vector', async () => {
      const tools = await start();
      expect(parsed(await call(tools, 'exec', { cmd: 'ls; id', argv: ['/bin/sh', '-c', 'id'] }))).toMatchObject({ called: { cmd: 'ls; id' } });
      expect(parsed(await call(tools, 'exec', { cmd: 'ls; id', argv: ['x'] })).called).not.toHaveProperty('argv');
    });

    test('turned off: exec and users\' own tools are not offered, and a call says why', async () => {
      guarded({ security: 'deny', ask: 'always' });
      const tools = await start();
      addTools(tool('mine', 'return 1;'));
      expect(await names(tools)).toEqual(['echo', 'service']);
      expect(parsed(await exec(tools, 'ls')).error).toContain('tools.exec.security is "deny"');
      expect(audit()).toMatchObject([{ tool: 'exec', decision: 'denied-by-policy' }]);
    });

    test('an allow-list: a covered command is run as an argument vector, everything else is refused', async () => {
      guarded({ security: 'allowlist', allowlist: ['ls', 'sh'] });
      const tools = await start();
      addTools(tool('mine', 'return 1;'));
      const called = parsed(await call(tools, 'exec', { cmd: 'ls "a b"', argv: ['/bin/sh'] })).called as { argv: string[] };
      expect(called.argv).toEqual([expect.stringMatching(/^\/.*\/ls$/), 'a b']);
      for (const cmd of ['ls; id', 'ls\nid', 'ls $(id)', 'sh -c id', 'id', `ls ${file('.env')}`]) {
        expect(parsed(await exec(tools, cmd)).error).toContain('tools.exec.allowlist');
      }
      expect(parsed(await call(tools, 'mine')).error).toContain('tools.exec.allowlist');
      expect((await tools.offered(OWNER)).diagnostics).toEqual([{ tool: 'exec', problem: expect.stringContaining('"sh"') }]);
      expect(audit().map((entry) => entry.decision)).toEqual(['allow-list', ...Array.from({ length: 7 }, () => 'denied-by-policy')]);
    });

    test('an edited exec is a user\'s own tool: the allow-list does not cover it', async () => {
      guarded({ security: 'allowlist', allowlist: ['ls'] });
      const tools = await start();
      addTools(tool('exec', 'return "edited";'));
      expect((await exec(tools, 'ls')).status).toBe('error');
    });

    test('a question waits with the exact command, also its invisible characters, and one answer runs it once', async () => {
      guarded({ ask: 'on-miss' });
      const tools = await start();
      const changes: string[] = [];
      app?.get(ApprovalsService).onChange((change) => changes.push(change.type));
      const running = exec(tools, 'rm x\u200b');
      expect(await pending()).toEqual({
        id: expect.any(String),
        sessionId: 's1',
        runId: 'r1',
        tool: 'exec',
        command: 'rm x\u200b',
        display: 'rm x\\u{200b}',
        directory: home,
        requestedAt: '2026-02-13T12:00:00.000Z',
        expiresAt: '2026-02-13T12:02:00.000Z',
      });
      const { id } = await decide('allow-once');
      expect(parsed(await running)).toMatchObject({ called: { cmd: 'rm x\u200b' } });
      await expect(app?.get(ApprovalsService).decide(id, 'allow-once', OWNER)).rejects.toMatchObject({ code: 'not_found' });
      const again = exec(tools, 'rm x\u200b');
      await decide('deny');
      expect(parsed(await again).error).toContain('the owner denied it');
      expect(changes).toEqual(['requested', 'resolved', 'requested', 'resolved']);
      expect(audit().map((entry) => entry.decision)).toEqual(['allow-once', 'denied-by-owner']);
    });

    test('what was shown is what runs, whatever happens to the arguments meanwhile', async () => {
      guarded({ ask: 'always' });
      const tools = await start();
      const args = { cmd: 'echo shown' };
      const running = tools.call({ name: 'exec', args }, context());
      await pending();
      args.cmd = 'echo other';
      await decide('allow-once');
      expect(parsed(await running)).toMatchObject({ called: { cmd: 'echo shown' } });
    });

    test('without an answer it is denied after 120 s; the wait does not count to the time limit', async () => {
      settings({ toolTimeoutMs: 500, tools: { exec: { ask: 'always' } } });
      const tools = await start();
      const expired = exec(tools, 'a');
      const { id } = await pending();
      clock.advance(119_999);
      expect(app?.get(ApprovalsService).list()).toHaveLength(1);
      clock.advance(1);
      expect(parsed(await expired).error).toContain('did not decide in time');
      await expect(app?.get(ApprovalsService).decide(id, 'allow-once', OWNER)).rejects.toMatchObject({ code: 'not_found' });
      const waited = exec(tools, 'b');
      await pending();
      await sleep(700);
      await decide('allow-once');
      expect((await waited).status).toBe('ok');
      expect(clock.sleeping).toBe(0);
    });

    test('an abort of the run withdraws the question', async () => {
      guarded({ ask: 'always' });
      const tools = await start();
      const controller = new AbortController();
      const running = exec(tools, 'a', { signal: controller.signal });
      await pending();
      controller.abort();
      expect(parsed(await running)).toMatchObject({ status: 'error', aborted: true });
      expect(app?.get(ApprovalsService).list()).toEqual([]);
      expect(clock.sleeping).toBe(0);
    });

    test('allow-always holds for exactly these bytes in this directory, also after a restart, until its line is taken out', async () => {
      guarded({ security: 'allowlist', ask: 'always' });
      let tools = await start();
      const first = exec(tools, 'make  test');
      await decide('allow-always');
      expect((await first).status).toBe('ok');
      expect(readJson('data/config/approvals.json')).toEqual({
        approvals: [{ tool: 'exec', command: 'make  test', directory: home, approvedAt: '2026-02-13T12:00:00.000Z', approvedBy: 'local:local' }],
      });
      await app?.close();
      tools = await start();
      expect((await exec(tools, 'make  test', { sessionId: 'another' })).status).toBe('ok');
      expect(audit().at(-1)).toMatchObject({ decision: 'stored-approval' });
      for (const cmd of ['make test', 'make  test ', 'make  test;', 'MAKE  test']) {
        const asked = exec(tools, cmd);
        await decide('deny');
        expect((await asked).status).toBe('error');
      }
      put('data/config/approvals.json', { approvals: [{ tool: 'exec', command: 'make  test', directory: '/elsewhere' }] });
      const asked = exec(tools, 'make  test');
      await decide('deny');
      expect((await asked).status).toBe('error');
    });

    test('an approval of a user\'s own tool is for its arguments and its code', async () => {
      guarded({ ask: 'always' });
      const tools = await start();
      addTools(tool('mine', 'return args.n;'));
      const first = call(tools, 'mine', { n: 1 });
      expect(await pending()).toMatchObject({ tool: 'mine', command: 'mine {"n":1}' });
      await decide('allow-always');
      expect(await first).toEqual({ status: 'ok', result: '1' });
      expect(await call(tools, 'mine', { n: 1 })).toEqual({ status: 'ok', result: '1' });
      const otherArguments = call(tools, 'mine', { n: 2 });
      await decide('deny');
      expect((await otherArguments).status).toBe('error');
      addTools(tool('mine', 'return args.n; // edited'));
      const editedCode = call(tools, 'mine', { n: 1 });
      await decide('deny');
      expect((await editedCode).status).toBe('error');
    });

    test('a damaged approvals file approves nothing, and is kept', async () => {
      guarded({ ask: 'always' });
      put('data/config/approvals.json', '{"approvals": [{"tool": "exec", "comm');
      const tools = await start();
      const running = exec(tools, 'a');
      await decide('allow-always');
      expect((await running).status).toBe('ok');
      expect(readdirSync(file('data/config')).filter((name) => name.startsWith('approvals.json.damaged-'))).toHaveLength(1);
      expect((await exec(tools, 'a')).status).toBe('ok');
    });

    test('nobody but the owner decides, and where the owner has a token, only who shows it', async () => {
      guarded({ ask: 'always' });
      const tools = await start();
      const approvals = (app as TestingModule).get(ApprovalsService);
      const running = exec(tools, 'a');
      const { id } = await pending();
      for (const role of ['guest', 'api-key'] as const) {
        await expect(approvals.decide(id, 'allow-once', { role, id: 'x', scopes: ['completions'] })).rejects.toMatchObject({ code: 'forbidden' });
      }
      const { TokenStore } = await import('../security/token-store.js');
      const store = (app as TestingModule).get(TokenStore, { strict: false });
      await store.create({ name: 'editor', scopes: ['completions'] });
      await expect(approvals.decide('no-such-id', 'deny', OWNER)).rejects.toMatchObject({ code: 'not_found' });
      await store.create({ name: 'owner' });
      await expect(approvals.decide(id, 'allow-once', OWNER)).rejects.toMatchObject({ code: 'forbidden' });
      await approvals.decide(id, 'deny', { role: 'admin', id: 'token', scopes: ['admin'] });
      expect((await running).status).toBe('error');
    });

    test('file tools learn that they must keep out of ~/.jarvis only while commands are guarded', async () => {
      guarded({ ask: 'always' });
      const tools = await start();
      expect(parsed(await call(tools, 'echo')).env).toMatchObject({ JARVIS_PROTECTED_DIRECTORY: file(), JARVIS_WORKSPACE: file('data/workspace') });
    });
  });
});
