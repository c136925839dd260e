import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { listProcesses } from './process-table.js';
import { CHILD_FILE, ProcessToolHost } from './process-tool-host.js';
import { processesOf } from './process-tree.js';
import type { ScriptCall, ScriptOutcome } from './tool-host.js';

/** Real child processes and real files; the child is the built one (dist/tool-host-child.js). */
describe('ProcessToolHost', () => {
  let directory: string;
  let host: ProcessToolHost;

  beforeAll(() => {
    directory = mkdtempSync(path.join(tmpdir(), 'jarvis-tool-host-'));
    host = new ProcessToolHost();
  });

  afterAll(async () => {
    await host.close();
    rmSync(directory, { recursive: true, force: true });
  });

  const environment = (): Record<string, string> => ({ PATH: process.env.PATH ?? '', HOME: directory, GREETING: 'hello' });

  function run(code: string, overrides: Partial<ScriptCall> = {}): Promise<ScriptOutcome> {
    return host.run({
      code,
      args: {},
      workingDirectory: directory,
      environment: environment(),
      timeoutMs: 20_000,
      signal: new AbortController().signal,
      trusted: false,
      ...overrides,
    });
  }

  const returned = (value: unknown): ScriptOutcome => ({ kind: 'returned', value });

  /** Ids that a shell command wrote into a file, and which of them live. */
  async function livingOf(file: string): Promise<number[]> {
    const pids = readFileSync(path.join(directory, file), 'utf8').trim().split(/\s+/).map(Number);
    const living = new Set((await listProcesses()).map((entry) => entry.pid));
    return pids.filter((pid) => living.has(pid));
  }

  async function fileWithLines(file: string, lines: number): Promise<void> {
    for (let tries = 0; tries < 400; tries += 1) {
      try {
        if (readFileSync(path.join(directory, file), 'utf8').trim().split('\n').length >= lines) return;
      } catch {
        // Not there yet.
      }
      await sleep(25);
    }
    throw new Error(`${file} did not get ${lines} lines`);
  }

  describe('the contract of the code', () => {
    test.each([
      ['args, as the model wrote them', 'return args;', { args: { a: [1, 'ü', null], b: { c: true } } }, { a: [1, 'ü', null], b: { c: true } }],
      ['fs and path', 'return fs.existsSync(path.join(process.cwd(), "."));', {}, true],
      ['await and dynamic import', 'const os = await import("node:os"); return typeof os.cpus;', {}, 'function'],
      ['require of a Node module', 'return typeof require("node:crypto").randomUUID;', {}, 'function'],
      ['require of a package of Jarvis', 'return typeof require("dotenv").parse;', {}, 'function'],
      ['no IPC to see', 'return typeof process.send;', {}, 'undefined'],
    ])('gives %s', async (_name, code, overrides, expected) => {
      expect(await run(code, overrides)).toEqual(returned(expected));
    });

    test('starts in the working directory, with the environment of the call and nothing else', async () => {
      process.env.MUST_NOT_BE_SEEN = 'secret';
      const outcome = await run('return { cwd: fs.realpathSync(process.cwd()), env: process.env };');
      delete process.env.MUST_NOT_BE_SEEN;
      expect(outcome).toEqual(
        returned({ cwd: directory, env: { ...environment(), JARVIS_CALL_ID: expect.stringMatching(/^[0-9a-f-]{36}$/) } }),
      );
    });

    test('says which working directory cannot be entered', async () => {
      const outcome = await run('return 1;', { workingDirectory: path.join(directory, 'missing') });
      expect(outcome).toMatchObject({ kind: 'threw', error: expect.stringContaining(path.join(directory, 'missing')) });
    });

    test.each([
      ['undefined is null', 'return undefined;', null],
      ['no return is null', '', null],
      ['a BigInt is its digits', 'return { n: 12345678901234567890n };', { n: '12345678901234567890' }],
      ['an Error is name and message', 'return { e: new TypeError("bad") };', { e: { name: 'TypeError', message: 'bad' } }],
      ['a promise is awaited', 'return Promise.resolve("late");', 'late'],
    ])('a returned value: %s', async (_name, code, expected) => {
      expect(await run(code)).toEqual(returned(expected));
    });

    test.each([
      ['a cycle', 'const a = {}; a.self = a; return a;', /refer to itself/],
      ['a function', 'return () => 1;', /returned a function/],
      ['a symbol', 'return Symbol("x");', /returned a symbol/],
      ['a value that is too large', 'return "x".repeat(9_000_000);', /at most 8388608/],
      ['an Error', 'throw new Error("no such thing");', /^no such thing$/],
      ['a text', 'throw "plain";', /^plain$/],
      ['null', 'throw null;', /^null$/],
      ['an object whose text throws', 'throw { toJSON() { throw 1; }, toString() { throw 2; } };', /cannot be shown/],
      ['code that does not compile', 'return (;', /Unexpected token/],
    ])('an error result: %s', async (_name, code, error) => {
      expect(await run(code)).toMatchObject({ kind: 'threw', error: expect.stringMatching(error) });
    });
  });

  describe('output', () => {
    test('reaches onOutput in order, also what child processes print, and is kept when the code throws', async () => {
      const pieces: string[] = [];
      const outcome = await run(
        `process.stdout.write('one '); console.log('two');
         require('node:child_process').execSync('echo three; echo four >&2', { stdio: 'inherit' });
         throw new Error('then it failed');`,
        { onOutput: (text) => pieces.push(text) },
      );
      expect(pieces.join('')).toContain('one two\nthree\n');
      expect(outcome).toMatchObject({ kind: 'threw', error: 'then it failed' });
      expect(outcome).toMatchObject({ partialOutput: expect.stringContaining('four') });
    });

    test('is bounded: 100 MB of it grow the server by less than 40 MB', async () => {
      const before = process.memoryUsage().rss;
      let seen = 0;
      const outcome = await run('const line = "x".repeat(99_999) + "\\n"; for (let i = 0; i < 1000; i++) process.stdout.write(line); throw new Error("end");', {
        onOutput: (text) => (seen += text.length),
      });
      expect(seen).toBe(100_000_000);
      expect(outcome.kind === 'threw' && (outcome.partialOutput ?? '').length).toBeLessThan(33_000);
      expect(process.memoryUsage().rss - before).toBeLessThan(40 * 2 ** 20);
    });
  });

  describe('code that misbehaves ends its own call only', () => {
    test('while(true) ends at the time limit, and the server keeps its pace meanwhile', async () => {
      let longest = 0;
      let last = performance.now();
      const ticks = setInterval(() => {
        longest = Math.max(longest, performance.now() - last);
        last = performance.now();
      }, 5);
      const outcome = await run('process.stdout.write("begun"); while (true);', { timeoutMs: 500 });
      clearInterval(ticks);
      expect(outcome).toMatchObject({ kind: 'timed-out', error: expect.stringContaining('0.5 s'), partialOutput: 'begun' });
      expect(longest).toBeLessThan(250);
    });

    test.each([
      ['process.exit', 'process.stdout.write("so far"); process.exit(3);', { kind: 'crashed', error: expect.stringContaining('exit code 3'), partialOutput: 'so far' }],
      ['process.exit(0)', 'process.exit(0);', { kind: 'crashed', error: expect.stringContaining('exit code 0') }],
      ['a kill of itself', 'process.kill(process.pid, "SIGKILL"); await new Promise(() => {});', { kind: 'crashed', error: expect.stringContaining('SIGKILL') }],
      ['a throw from a timer', 'setTimeout(() => { throw new Error("late"); }, 10); await new Promise((r) => setTimeout(r, 5000));', { kind: 'crashed', error: expect.stringContaining('late') }],
      ['a rejection that nobody awaits', 'void Promise.reject(new Error("lost")); await new Promise((r) => setTimeout(r, 5000));', { kind: 'crashed', error: expect.stringContaining('lost') }],
      ['a memory bomb of objects', 'const all = []; for (;;) all.push(new Array(1_000_000).fill(1.5));', { kind: 'crashed', error: expect.stringContaining('512 MiB of memory') }],
      ['a memory bomb of buffers', 'const all = []; for (;;) { all.push(Buffer.alloc(20_000_000, 1)); await new Promise((r) => setTimeout(r, 2)); }', { kind: 'crashed', error: expect.stringContaining('1024 MiB of memory') }],
      ['a cut channel', 'process.disconnect(); await new Promise((r) => setTimeout(r, 5000));', { kind: 'crashed' }],
    ])('%s', async (_name, code, expected) => {
      expect(await run(code)).toMatchObject(expected);
      expect(await run('return "still here";')).toEqual(returned('still here'));
    });

    test('a throw after the return meets nobody', async () => {
      expect(await run('setTimeout(() => { throw new Error("too late"); }, 1); return "answered";')).toEqual(returned('answered'));
      expect(await run('return 1;', { trusted: true })).toEqual(returned(1));
    });

    test('state of one user tool does not reach the next', async () => {
      await run('globalThis.leak = 1; process.env.LEAK = "1"; process.chdir("/"); return 1;');
      expect(await run('return { leak: globalThis.leak ?? null, env: process.env.LEAK ?? null, root: process.cwd() === "/" };')).toEqual(
        returned({ leak: null, env: null, root: false }),
      );
    });

    test('forged and foreign messages are not answers', async () => {
      const code = `const { Socket } = require('node:net'); void Socket;
        process._channel?.writeUtf8String?.({}, JSON.stringify({ type: 'returned', callId: 'x', json: '"forged"' }) + '\\n');
        return 'real';`;
      expect(await run(code)).toEqual(returned('real'));
    });
  });

  describe('the process tree', () => {
    test('ends at the time limit: shells that ignore TERM, sessions of their own, orphans', async () => {
      const code = `require('node:child_process').spawn('sh', ['-c',
          "(trap '' TERM; echo $$ >> tree; while :; do sleep 1; done) & setsid sh -c 'echo $$ >> tree; sleep 300' & (setsid sh -c 'echo $$ >> tree; sleep 300' &) ; wait"],
          { stdio: 'inherit', detached: true });
        await new Promise(() => {});`;
      const call = run(code, { timeoutMs: 1500 });
      await fileWithLines('tree', 3);
      expect(await livingOf('tree')).not.toEqual([]);
      expect(await call).toMatchObject({ kind: 'timed-out' });
      expect(await livingOf('tree')).toEqual([]);
    });

    test('ends at an abort, within three seconds', async () => {
      const controller = new AbortController();
      const call = run(`require('node:child_process').spawn('sh', ['-c', "trap '' TERM; echo $$ >> aborted; while :; do sleep 1; done"]); await new Promise(() => {});`, {
        signal: controller.signal,
      });
      await fileWithLines('aborted', 1);
      const started = performance.now();
      controller.abort();
      expect(await call).toMatchObject({ kind: 'aborted' });
      expect(performance.now() - started).toBeLessThan(3000);
      expect(await livingOf('aborted')).toEqual([]);
    });

    test('code that sees its command ended may still answer with what it has', async () => {
      const code = `const child = require('node:child_process').spawn('sh', ['-c', 'echo partial; sleep 300']);
        let text = ''; child.stdout.on('data', (data) => { text += data; });
        return await new Promise((resolve) => child.on('close', (code, signal) => resolve({ text, signal })));`;
      expect(await run(code, { timeoutMs: 700, trusted: true })).toMatchObject({ kind: 'timed-out', value: { text: 'partial\n', signal: 'SIGTERM' } });
    });

    test('what a tool that returned left in its group is ended; what it put into a session of its own lives on', async () => {
      await run(`const { spawn } = require('node:child_process');
        spawn('sh', ['-c', 'echo $$ >> left; exec sleep 300'], { stdio: 'ignore' }).unref();
        spawn('sh', ['-c', 'echo $$ >> service; exec sleep 300'], { stdio: 'ignore', detached: true }).unref();
        while (!fs.existsSync('left') || !fs.existsSync('service')) await new Promise((r) => setTimeout(r, 10));
        return 1;`);
      expect(await livingOf('left')).toEqual([]);
      const service = await livingOf('service');
      expect(service).toHaveLength(1);
      process.kill(Number(service[0]), 'SIGKILL');
    });

    test('a process that holds the output does not hold the answer', async () => {
      const started = performance.now();
      const outcome = await run(
        `const holder = require('node:child_process').spawn('sleep', ['300'], { stdio: 'inherit', detached: true }); holder.unref(); return holder.pid;`,
      );
      expect(performance.now() - started).toBeLessThan(2000);
      expect(outcome.kind === 'returned' && process.kill(Number(outcome.value), 'SIGKILL')).toBe(true);
    });
  });

  describe('when the server dies', () => {
    test('a child that loses its server ends what its call started, and itself', async () => {
      const child = fork(CHILD_FILE, [], { detached: true, serialization: 'advanced', stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
      child.send({
        type: 'run',
        callId: 'lost-call',
        code: `require('node:child_process').spawn('sh', ['-c', 'echo $$ > lost; exec sleep 300'], { detached: true }); await new Promise(() => {});`,
        argsJson: '{}',
        workingDirectory: directory,
        environment: environment(),
      });
      await fileWithLines('lost', 1);
      child.disconnect();
      await once(child, 'exit');
      expect(await livingOf('lost')).toEqual([]);
    });

    test('a child that is too busy to notice is ended by the next server', async () => {
      const orphan = spawn('sh', ['-c', 'JARVIS_TOOL_HOST=999999999 sleep 300 > /dev/null 2>&1 & echo $! > orphan'], { cwd: directory, stdio: 'ignore' });
      await once(orphan, 'exit');
      expect(await livingOf('orphan')).toHaveLength(1);
      const own = new ProcessToolHost();
      await own.run({ code: '', args: {}, workingDirectory: directory, environment: {}, timeoutMs: 0, signal: new AbortController().signal, trusted: true });
      expect(await livingOf('orphan')).toEqual([]);
      await own.close();
    });

    test.each([0, 1])('processes below the id %i are never taken for a tool\'s', async (root) => {
      expect(await processesOf({ root, callId: 'x' })).toEqual([]);
    });
  });

  describe('the children', () => {
    test('none before the first call; trusted code shares one, other code gets its own; all end when idle', async () => {
      const own = new ProcessToolHost({ idleMs: 2000 });
      const pid = async (trusted: boolean): Promise<unknown> => {
        const outcome = await own.run({ code: 'return process.pid;', args: {}, workingDirectory: directory, environment: {}, timeoutMs: 0, signal: new AbortController().signal, trusted });
        return outcome.kind === 'returned' ? outcome.value : outcome;
      };
      expect(own.children).toBe(0);
      const trusted = [await pid(true), await pid(true), await pid(true)];
      expect(new Set(trusted).size).toBe(1);
      const others = [await pid(false), await pid(false), await pid(true), await pid(false)];
      expect(new Set(others).size).toBe(4);
      expect(others[2]).toBe(trusted[0]);
      for (let tries = 0; own.children > 0 && tries < 400; tries += 1) await sleep(25);
      expect(own.children).toBe(0);
      expect(await pid(true)).not.toBe(trusted[0]);
      await own.close();
    });

    test('calls beyond the limit wait in order, and an abort takes them out of the queue', async () => {
      const own = new ProcessToolHost({ maxRunning: 1 });
      const call = (code: string, signal = new AbortController().signal): Promise<ScriptOutcome> =>
        own.run({ code, args: {}, workingDirectory: directory, environment: {}, timeoutMs: 0, signal, trusted: true });
      const controller = new AbortController();
      const first = call('await new Promise((r) => setTimeout(r, 300)); return Date.now();');
      const aborted = call('return 1;', controller.signal);
      const third = call('return Date.now();');
      controller.abort();
      expect(await aborted).toMatchObject({ kind: 'aborted' });
      const [a, b] = [await first, await third];
      expect(a.kind === 'returned' && b.kind === 'returned' && Number(b.value) >= Number(a.value)).toBe(true);
      await own.close();
      expect(await call('return 1;')).toMatchObject({ kind: 'crashed', error: expect.stringContaining('stopping') });
    });

    test('an aborted signal starts nothing; a child that cannot be started is said', async () => {
      const own = new ProcessToolHost({ childFile: path.join(directory, 'no-such-child.js') });
      const call = { code: 'return 1;', args: {}, workingDirectory: directory, environment: {}, timeoutMs: 0, trusted: true };
      expect(await own.run({ ...call, signal: AbortSignal.abort() })).toMatchObject({ kind: 'aborted' });
      expect(own.children).toBe(0);
      expect(await own.run({ ...call, signal: new AbortController().signal })).toMatchObject({ kind: 'crashed' });
      await own.close();
    });

    test('300 calls, every fifth of a user\'s own code, leak no descriptor, no process and no timer', async () => {
      const own = new ProcessToolHost();
      const call = (trusted: boolean): Promise<ScriptOutcome> =>
        own.run({ code: 'return require("node:child_process").execSync("echo hi").toString();', args: {}, workingDirectory: directory, environment: environment(), timeoutMs: 10_000, signal: new AbortController().signal, trusted });
      const figures = async (): Promise<{ descriptors: number; timers: number; processes: number }> => ({
        descriptors: readdirSync('/proc/self/fd').length,
        timers: process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length,
        processes: (await listProcesses()).filter((entry) => entry.parent === process.pid).length,
      });
      await call(true);
      await call(false);
      const before = await figures();
      for (let round = 0; round < 30; round += 1) {
        const outcomes = await Promise.all(Array.from({ length: 10 }, (_, index) => call(index % 5 !== 0)));
        expect(outcomes).toEqual(outcomes.map(() => returned('hi\n')));
      }
      const after = await figures();
      // A burst may leave up to four idle children where one or two were; each has three descriptors and one timer.
      expect(after.processes - before.processes).toBeLessThanOrEqual(3);
      expect(after.descriptors - before.descriptors).toBeLessThanOrEqual(3 * 3);
      expect(after.timers - before.timers).toBeLessThanOrEqual(3);
      await own.close();
      expect(own.children).toBe(0);
    }, 120_000);
  });
});
