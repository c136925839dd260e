import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { packageRoot } from '../../src/common/package-root.js';

/** Where the demo makes its throw-away home, so that a test sees what is left of it. */
let temporary: string;

beforeEach(() => {
  temporary = mkdtempSync(path.join(tmpdir(), 'jarvis-demo-test-'));
});
afterEach(() => rmSync(temporary, { recursive: true, force: true }));

function startDemo(args: readonly string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['src/scripts/demo.mjs', ...args], {
    cwd: packageRoot,
    env: { PATH: process.env.PATH ?? '', HOME: temporary, TMPDIR: temporary, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const waiting: { pattern: RegExp; resolve: () => void }[] = [];
  const collect = (text: string): void => {
    output += text;
    for (const { pattern, resolve } of waiting) if (pattern.test(output)) resolve();
  };
  child.stdout.setEncoding('utf8').on('data', collect);
  child.stderr.setEncoding('utf8').on('data', collect);
  return {
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    output: () => output,
    printed: (pattern: RegExp) => new Promise<void>((resolve) => waiting.push({ pattern, resolve })),
    ended: new Promise<number | null>((resolve) => child.once('close', resolve)),
  };
}

describe('npm run demo', () => {
  test('--once holds the conversation, ends by itself with 0 and leaves nothing behind', async () => {
    const demo = startDemo(['--once']);
    expect(await demo.ended).toBe(0);
    const output = demo.output();
    for (const tool of ['list_dir', 'exec', 'save_user_info', 'read_user_info']) expect(output).toMatch(new RegExp(`Tool +${tool} [^]*?\\n +ok\\n`));
    expect(output).toMatch(/Page +http:\/\/127\.0\.0\.1:\d+/);
    expect(output).toContain('Europe/Berlin');
    expect(output).not.toContain('do not repeat it');
    expect(output).not.toMatch(/\n *\nTool/);
    expect(output).toContain(process.version);
    expect(readdirSync(temporary)).toEqual([]);
  }, 120_000);

  test.each(['SIGINT', 'SIGTERM'] as const)('without --once it serves until %s, then removes its home and ends with 0', async (signal) => {
    const demo = startDemo([]);
    await demo.printed(/Press Ctrl-C/);
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(demo.output())?.[0] ?? '';
    expect((await fetch(url)).headers.get('content-type')).toContain('text/html');
    demo.kill(signal);
    expect(await demo.ended).toBe(0);
    expect(readdirSync(temporary)).toEqual([]);
    await expect(fetch(url)).rejects.toThrow();
  }, 120_000);

  test('stopped in the middle of its start, it leaves neither a home nor a server', async () => {
    const demo = startDemo([]);
    await demo.printed(/Home +\//);
    demo.kill('SIGTERM');
    expect(await demo.ended).toBe(128 + 15);
    expect(readdirSync(temporary)).toEqual([]);
  }, 120_000);

  test('what fails is said, and the exit code is not 0', async () => {
    const demo = startDemo(['--once'], { TMPDIR: path.join(temporary, 'missing') });
    expect(await demo.ended).toBe(1);
    expect(demo.output()).toMatch(/The demo failed: .*no such file or directory/);
  }, 120_000);
});
