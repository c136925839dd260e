import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Principal } from '../security/principal.js';
import { MAX_RESULT_CHARACTERS } from './limits.js';
import { parsed, storedTool, ToolsBench } from './testing/tools-bench.js';
import type { ToolOutcome } from './tool.js';

const GUEST: Principal = { role: 'guest', id: 'g1', scopes: [] };

/** Real files, real children, the modules as the server wires them. */
describe('ToolsService', () => {
  let bench: ToolsBench;
  beforeEach(() => (bench = new ToolsBench()));
  afterEach(() => bench.close());

  describe('a call', () => {
    test.each(['toString', '__proto__', 'constructor', 'hasOwnProperty', 'nope', ''])('of %j is an unknown tool, with the names that there are', async (name) => {
      await bench.start();
      expect(await bench.call(name)).toEqual({ status: 'error', result: JSON.stringify({ status: 'error', error: `Unknown tool ${JSON.stringify(name)}. Available tools: echo, exec, service.` }) });
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
      await bench.start();
      bench.addTools(storedTool('mine', code));
      expect(await bench.call('mine')).toEqual(expected);
    });

    test('ends at the time limit of its entry, else of the settings, and says what was printed', async () => {
      bench.settings({ toolTimeoutMs: 400 });
      await bench.start();
      bench.addTools(storedTool('slow', 'console.log("so far"); await new Promise(() => {});'), storedTool('patient', 'await new Promise((r) => setTimeout(r, 900)); return "done";', { timeout: 0 }));
      expect(parsed(await bench.call('slow'))).toMatchObject({ status: 'error', timedOut: true, error: expect.stringContaining('0.4 s'), partialOutput: 'so far\n' });
      expect(await bench.call('patient')).toEqual({ status: 'ok', result: 'done' });
    });

    test('sees no secret of the server, and none comes out of it', async () => {
      bench.put('.env', 'MAIL_PASSWORD=correct-horse-battery\n');
      process.env.SOME_API_KEY = 'environment-secret-1';
      process.env.SOME_PLAIN_VARIABLE = 'plain';
      await bench.start();
      const { env, cwd } = parsed(await bench.call('echo')) as { env: Record<string, string>; cwd: string };
      expect(env).toMatchObject({ HOME: bench.home, SOME_PLAIN_VARIABLE: 'plain', PWD: bench.workspace });
      expect(Object.keys(env).filter((name) => /SECRET|PASSWORD|API_KEY|JARVIS_(?!CALL_ID)/.test(name))).toEqual([]);
      expect(cwd).toBe(bench.workspace);
      bench.addTools(storedTool('reader', `console.log('it is correct-horse-battery'); return fs.readFileSync('${bench.file('.env')}', 'utf8') + ' environment-secret-1';`));
      let printed = '';
      const outcome = await bench.call('reader', { password: 'correct-horse-battery' }, { onOutput: (text) => (printed += text) });
      expect(outcome.result).toBe('MAIL_PASSWORD=[redacted]\n [redacted]');
      expect(printed).toBe('it is [redacted]\n');
      expect(readFileSync(bench.file('logs/audit.jsonl'), 'utf8')).not.toContain('battery');
      delete process.env.SOME_API_KEY;
      delete process.env.SOME_PLAIN_VARIABLE;
    });

    test('with a long result keeps it whole in a file that the model can read', async () => {
      await bench.start();
      bench.addTools(storedTool('long', 'return Array.from({ length: 20_000 }, (_, i) => "line " + i).join("\\n");'));
      const { result } = await bench.call('long');
      expect(result.length).toBeLessThanOrEqual(MAX_RESULT_CHARACTERS);
      const kept = /The full text is in (\S+) \(/.exec(result)?.[1] ?? '';
      expect(path.dirname(kept)).toBe(bench.file('data/tool-outputs/s1'));
      expect(readFileSync(kept, 'utf8').split('\n')).toHaveLength(20_000);
      for (let index = 0; index < 3; index += 1) await bench.call('long', {}, { sessionId: '../../escape' });
      expect(readdirSync(bench.file('data/tool-outputs'))).toEqual(['_._.._escape', 's1']);
    });

    test('is written to the audit log: who, what, on what grounds, how it ended', async () => {
      await bench.start();
      await bench.call('echo', { text: 'x'.repeat(5000) });
      await bench.call('nope', {}, { principal: { role: 'admin', id: 'token-1', scopes: [] } });
      await bench.call('service', { fail: true }, { sessionId: 's2', runId: 'r9' });
      expect(bench.audit()).toMatchObject([
        { ts: bench.clock.now().toISOString(), sessionId: 's1', runId: 'r1', principal: { role: 'local', id: 'local' }, tool: 'echo', decision: 'allowed', status: 'ok', durationMs: 0 },
        { principal: { role: 'admin', id: 'token-1' }, tool: 'nope', decision: 'unknown-tool', status: 'error' },
        { sessionId: 's2', runId: 'r9', tool: 'service', status: 'error' },
      ]);
      expect(String(bench.audit()[0]?.args)).toMatch(/^\{"text":"x{900,}…$/);
    });

    test('of a service tool keeps the same rules: output, throw, cycle, time limit, abort', async () => {
      bench.settings({ toolTimeoutMs: 300 });
      await bench.start();
      let printed = '';
      expect(parsed(await bench.call('service', { a: 1 }, { onOutput: (text) => (printed += text) }))).toEqual({ status: 'ok', args: { a: 1 } });
      expect(printed).toBe('working\n');
      expect(await bench.call('service', { fail: true })).toEqual({ status: 'error', result: '{"status":"error","error":"the service failed"}' });
      expect((await bench.call('service', { cycle: true })).status).toBe('error');
      expect(parsed(await bench.call('service', { wait: 'signal' }))).toMatchObject({ status: 'error', timedOut: true, reached: 5 });
      expect(parsed(await bench.call('service', { wait: 'ever' }))).toMatchObject({ status: 'error', timedOut: true });
      const controller = new AbortController();
      const aborted = bench.call('service', { wait: 'signal' }, { signal: controller.signal });
      controller.abort();
      expect(parsed(await aborted)).toMatchObject({ status: 'error', aborted: true });
    });
  });

  describe('who is offered what', () => {
    test('allow and deny by name; deny wins; the same for both kinds', async () => {
      bench.settings({ tools: { allow: ['echo', 'service', 'exec'], deny: ['service'] } });
      await bench.start();
      expect(await bench.names()).toEqual(['echo', 'exec']);
      expect(parsed(await bench.call('service')).error).toContain('Unknown tool "service"');
    });

    test('guests only what guestTools names, within the lists; a service tool may refuse a caller', async () => {
      bench.settings({ guestTools: ['echo', 'exec'], tools: { deny: ['exec'] } });
      await bench.start();
      expect(await bench.names(GUEST)).toEqual(['echo']);
      expect((await bench.call('echo', {}, { principal: GUEST })).status).toBe('ok');
      expect((await bench.call('exec', {}, { principal: GUEST })).status).toBe('error');
      expect(await bench.names({ role: 'admin', id: 'unwanted', scopes: [] })).toEqual(['echo']);
    });

    test('guests nothing by default', async () => {
      await bench.start();
      expect(await bench.names(GUEST)).toEqual([]);
      expect(parsed(await bench.call('echo', {}, { principal: GUEST })).error).toContain('No tools are available');
    });
  });
});
