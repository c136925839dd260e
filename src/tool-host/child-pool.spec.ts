import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ChildPoolOptions } from './child-pool.js';
import { listProcesses } from './process-table.js';
import { ProcessToolHost } from './process-tool-host.js';
import { returned, ToolHostBench } from './testing/tool-host-bench.js';
import type { ScriptCall } from './tool-host.js';

/** Real children. */
describe('the pool of children', () => {
  let bench: ToolHostBench;
  const open = (options: ChildPoolOptions & { childFile?: string } = {}): ToolHostBench => (bench = new ToolHostBench(new ProcessToolHost(options)));
  afterEach(() => bench.close());

  const pid = async (trusted: boolean): Promise<unknown> => {
    const outcome = await bench.run('return process.pid;', { trusted });
    return outcome.kind === 'returned' ? outcome.value : outcome;
  };

  test('there are none before the first call; trusted code shares one, other code gets its own', async () => {
    open();
    expect(bench.host.children).toBe(0);
    const trusted = [await pid(true), await pid(true), await pid(true)];
    expect(new Set(trusted).size).toBe(1);
    const others = [await pid(false), await pid(false), await pid(true), await pid(false)];
    expect(new Set(others).size).toBe(4);
    expect(others[2]).toBe(trusted[0]);
  });

  test('all end when idle, and start again when needed', async () => {
    open({ idleMs: 50 });
    const first = await pid(true);
    await pid(false);
    for (let tries = 0; bench.host.children > 0 && tries < 400; tries += 1) await sleep(25);
    expect(bench.host.children).toBe(0);
    expect(await pid(true)).not.toBe(first);
  });

  test('calls beyond the limit wait in order, and an abort takes them out of the queue', async () => {
    open({ maxRunning: 1 });
    const call = (code: string, overrides: Partial<ScriptCall> = {}): ReturnType<ToolHostBench['run']> => bench.run(code, { trusted: true, ...overrides });
    const controller = new AbortController();
    const first = call('await new Promise((r) => setTimeout(r, 300)); return Date.now();');
    const aborted = call('return 1;', { signal: controller.signal });
    const third = call('return Date.now();');
    controller.abort();
    expect(await aborted).toMatchObject({ kind: 'aborted' });
    const [a, b] = [await first, await third];
    expect(a.kind === 'returned' && b.kind === 'returned' && Number(b.value) >= Number(a.value)).toBe(true);
    await bench.host.close();
    expect(await call('return 1;')).toMatchObject({ kind: 'crashed', error: expect.stringContaining('stopping') });
  });

  test('an aborted signal starts nothing; a child that cannot be started is said', async () => {
    open({ childFile: '/no/such/child.js' });
    expect(await bench.run('return 1;', { signal: AbortSignal.abort() })).toMatchObject({ kind: 'aborted' });
    expect(bench.host.children).toBe(0);
    expect(await bench.run('return 1;')).toMatchObject({ kind: 'crashed' });
  });

  test("300 calls, every fifth of a user's own code, leak no descriptor, no process and no timer", async () => {
    open();
    const call = (trusted: boolean): ReturnType<ToolHostBench['run']> => bench.run('return require("node:child_process").execSync("echo hi").toString();', { trusted });
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
    await bench.host.close();
    expect(bench.host.children).toBe(0);
  }, 180_000);
});
