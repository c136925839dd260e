import path from 'node:path';
import { returned, ToolHostBench } from './testing/tool-host-bench.js';

/** Real children; the code is what tools.json would hold. */
describe('ProcessToolHost', () => {
  const bench = new ToolHostBench();
  afterAll(() => bench.close());

  describe('the contract of the code', () => {
    test.each([
      ['args, as the model wrote them', 'return args;', { args: { a: [1, 'ü', null], b: { c: true } } }, { a: [1, 'ü', null], b: { c: true } }],
      ['fs and path', 'return fs.existsSync(path.join(process.cwd(), "."));', {}, true],
      ['await and dynamic import', 'const os = await import("node:os"); return typeof os.cpus;', {}, 'function'],
      ['require of a Node module', 'return typeof require("node:crypto").randomUUID;', {}, 'function'],
      ['require of a package of Jarvis', 'return typeof require("dotenv").parse;', {}, 'function'],
      ['no IPC to see', 'return typeof process.send;', {}, 'undefined'],
    ])('gives %s', async (_name, code, overrides, expected) => {
      expect(await bench.run(code, overrides)).toEqual(returned(expected));
    });

    test('starts in the working directory, with the environment of the call and nothing else', async () => {
      process.env.MUST_NOT_BE_SEEN = 'secret';
      const outcome = await bench.run('return { cwd: fs.realpathSync(process.cwd()), env: process.env };');
      delete process.env.MUST_NOT_BE_SEEN;
      expect(outcome).toEqual(
        returned({ cwd: bench.directory, env: { ...bench.environment, JARVIS_CALL_ID: expect.stringMatching(/^[0-9a-f-]{36}$/) } }),
      );
    });

    test('says which working directory cannot be entered', async () => {
      const outcome = await bench.run('return 1;', { workingDirectory: path.join(bench.directory, 'missing') });
      expect(outcome).toMatchObject({ kind: 'threw', error: expect.stringContaining(path.join(bench.directory, 'missing')) });
    });

    test.each([
      ['undefined is null', 'return undefined;', null],
      ['no return is null', '', null],
      ['a BigInt is its digits', 'return { n: 12345678901234567890n };', { n: '12345678901234567890' }],
      ['an Error is name and message', 'return { e: new TypeError("bad") };', { e: { name: 'TypeError', message: 'bad' } }],
      ['a promise is awaited', 'return Promise.resolve("late");', 'late'],
    ])('a returned value: %s', async (_name, code, expected) => {
      expect(await bench.run(code)).toEqual(returned(expected));
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
      expect(await bench.run(code)).toMatchObject({ kind: 'threw', error: expect.stringMatching(error) });
    });
  });

  describe('output', () => {
    test('reaches onOutput in order, also what child processes print, and is kept when the code throws', async () => {
      const pieces: string[] = [];
      const outcome = await bench.run(
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
      const outcome = await bench.run('const line = "x".repeat(99_999) + "\\n"; for (let i = 0; i < 1000; i++) process.stdout.write(line); throw new Error("end");', {
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
      const outcome = await bench.run('process.stdout.write("begun"); while (true);', { timeoutMs: 500 });
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
      expect(await bench.run(code)).toMatchObject(expected);
      expect(await bench.run('return "still here";')).toEqual(returned('still here'));
    });

    test('a throw after the return meets nobody', async () => {
      expect(await bench.run('setTimeout(() => { throw new Error("too late"); }, 1); return "answered";')).toEqual(returned('answered'));
      expect(await bench.run('return 1;', { trusted: true })).toEqual(returned(1));
    });

    test('state of one user tool does not reach the next', async () => {
      await bench.run('globalThis.leak = 1; process.env.LEAK = "1"; process.chdir("/"); return 1;');
      expect(await bench.run('return { leak: globalThis.leak ?? null, env: process.env.LEAK ?? null, root: process.cwd() === "/" };')).toEqual(
        returned({ leak: null, env: null, root: false }),
      );
    });

    test('forged and foreign messages are not answers', async () => {
      const code = `const { Socket } = require('node:net'); void Socket;
        process._channel?.writeUtf8String?.({}, JSON.stringify({ type: 'returned', callId: 'x', json: '"forged"' }) + '\\n');
        return 'real';`;
      expect(await bench.run(code)).toEqual(returned('real'));
    });
  });
});
