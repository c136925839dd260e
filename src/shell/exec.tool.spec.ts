import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { listProcesses } from '../tool-host/process-table.js';
import { ScriptToolBench } from '../tools/testing/script-tool-bench.js';
import { execTool } from './exec.tool.js';

describe('exec', () => {
  const bench = new ScriptToolBench();
  afterAll(() => bench.close());

  const exec = (cmd: unknown, extra: Record<string, unknown> = {}): Promise<Record<string, unknown>> => bench.run(execTool, { cmd, ...extra });
  const isAlive = async (pid: number): Promise<boolean> => (await listProcesses()).some((entry) => entry.pid === pid);

  test('gives status, exit code and both outputs', async () => {
    expect(await exec('echo out; echo err >&2')).toEqual({ status: 'ok', exitCode: 0, stdout: 'out\n', stderr: 'err\n' });
    expect(await exec('echo before; exit 3')).toEqual({ status: 'error', exitCode: 3, stdout: 'before\n', stderr: '' });
  });

  test('starts in the working directory, with stdin closed and no terminal', async () => {
    expect(await exec('pwd')).toMatchObject({ stdout: `${bench.home}\n` });
    expect(await exec('cat; echo done')).toMatchObject({ status: 'ok', stdout: 'done\n' });
    expect(await exec('test -t 0 || test -t 1 || (exec < /dev/tty) 2> /dev/null || echo none')).toMatchObject({ stdout: 'none\n' });
  });

  test.each([
    ['nothing', undefined],
    ['an empty text', '  '],
    ['a list', ['ls']],
    ['a number', 5],
  ])('says what is missing for %s', async (_name, cmd) => {
    expect(await exec(cmd)).toEqual({ status: 'error', exitCode: null, stdout: '', stderr: '', error: expect.stringContaining('"cmd"') });
  });

  test('says clearly what cannot be started', async () => {
    expect(await exec('echo a\0b')).toMatchObject({ status: 'error', error: expect.stringContaining('NUL') });
    expect(await exec('x', { argv: ['/no/such/program'] })).toMatchObject({ status: 'error', exitCode: null, error: expect.stringContaining('ENOENT') });
    expect(await exec(`: ${'x'.repeat(200_000)}`)).toMatchObject({ status: 'error', error: expect.stringContaining('E2BIG') });
    expect(await exec('no-such-command-here')).toMatchObject({ status: 'error', exitCode: 127, stderr: expect.stringContaining('not found') });
  });

  test('names the signal that ended it', async () => {
    expect(await exec('echo so far; kill -9 $$')).toEqual({ status: 'error', exitCode: null, signal: 'SIGKILL', stdout: 'so far\n', stderr: '' });
  });

  test('an argument vector meets no shell', async () => {
    expect(await exec('echo', { argv: ['/bin/echo', '$HOME', '; id', '`id`'] })).toMatchObject({ stdout: '$HOME ; id `id`\n' });
  });

  test('what ran until the time limit is in the answer', async () => {
    const outcome = await bench.outcome(execTool, { cmd: 'echo one; echo two >&2; sleep 60; echo never' }, { timeoutMs: 600 });
    expect(outcome).toMatchObject({ kind: 'timed-out', value: { status: 'error', exitCode: null, signal: 'SIGTERM', stdout: 'one\n', stderr: 'two\n' } });
  });

  test('prints as it goes', async () => {
    let seen = '';
    const controller = new AbortController();
    const call = bench.outcome(execTool, { cmd: 'echo first; sleep 60' }, { signal: controller.signal, onOutput: (text) => (seen += text) });
    for (let tries = 0; seen === '' && tries < 400; tries += 1) await sleep(25);
    expect(seen).toBe('first\n');
    controller.abort();
    expect(await call).toMatchObject({ kind: 'aborted' });
  });

  test('200 MB of output keep head and tail, and the server does not grow', async () => {
    const before = process.memoryUsage().rss;
    let live = 0;
    const outcome = await bench.outcome(execTool, { cmd: 'echo BEGIN; yes 0123456789abcdef | head -c 200000000; echo; echo END' }, { onOutput: (text) => (live += text.length) });
    const value = outcome.kind === 'returned' ? (outcome.value as { stdout: string; truncated: boolean; status: string }) : undefined;
    expect(value).toMatchObject({ status: 'ok', truncated: true });
    expect(value?.stdout).toMatch(/^BEGIN\n0123/);
    expect(value?.stdout).toMatch(/def\n.*\nEND\n$/);
    expect(value?.stdout).toMatch(/\[\.\.\. 1994\d{5} bytes left out \.\.\.\]/);
    expect(live).toBeLessThan(3_000_000);
    expect(process.memoryUsage().rss - before).toBeLessThan(60 * 2 ** 20);
  }, 60_000);

  test('cuts no character in half', async () => {
    const { stdout } = await exec('printf x; yes ä | tr -d "\\n" | head -c 1200000; true');
    expect(stdout).not.toContain('\uFFFD');
    expect(stdout).toMatch(/^xä+\n\[\.\.\. \d+ bytes left out \.\.\.\]\nä+$/);
  });

  test('makes colours and binary data readable, and says so', async () => {
    expect(await exec(`printf '\\033[31mred\\033[0m \\033]0;title\\007plain'`)).toMatchObject({ stdout: 'red plain', notes: [expect.stringContaining('stdout: colours')] });
    const binary = await exec(`printf 'a\\000b\\377c' ; printf 'fine' >&2`);
    expect(binary).toMatchObject({ stdout: 'a\\x00b\uFFFDc', stderr: 'fine', notes: [expect.stringContaining('stdout: not plain text')] });
  });

  test('a background process that holds the pipe does not hold the answer, and ends with it', async () => {
    const started = performance.now();
    const result = await exec('sleep 300 & echo $!; echo said');
    expect(performance.now() - started).toBeLessThan(3000);
    expect(result).toMatchObject({ status: 'ok', exitCode: 0, stdout: expect.stringMatching(/^\d+\nsaid\n$/) });
    expect(await isAlive(Number.parseInt(String(result.stdout), 10))).toBe(false);
    const stubborn = await exec(`(trap '' TERM; while :; do sleep 1; done) & echo $!`);
    expect(await isAlive(Number.parseInt(String(stubborn.stdout), 10))).toBe(false);
  });

  test('a service that was started in a session of its own goes on', async () => {
    await exec(`setsid -f sh -c 'echo $$ > pid; exec sleep 300' > /dev/null 2>&1; while ! test -s pid; do sleep 0.01; done`);
    expect(existsSync(bench.file('pid'))).toBe(true);
    const pid = Number(readFileSync(bench.file('pid'), 'utf8'));
    expect(await isAlive(pid)).toBe(true);
    process.kill(pid, 'SIGKILL');
  });
});
