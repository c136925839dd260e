import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { CHILD_FILE, ProcessToolHost } from './process-tool-host.js';
import { HOST_MARKER, hostMark, processesOf } from './process-tree.js';
import { ToolHostBench } from './testing/tool-host-bench.js';

/** Real children and real shells. */
describe('the processes of a call', () => {
  const bench = new ToolHostBench();
  afterAll(() => bench.close());

  describe('the process tree', () => {
    test('ends at the time limit: shells that ignore TERM, sessions of their own, orphans', async () => {
      const code = `require('node:child_process').spawn('sh', ['-c',
          "(trap '' TERM; echo $$ >> tree; while :; do sleep 1; done) & setsid sh -c 'echo $$ >> tree; sleep 300' & (setsid sh -c 'echo $$ >> tree; sleep 300' &) ; wait"],
          { stdio: 'inherit', detached: true });
        await new Promise(() => {});`;
      const call = bench.run(code, { timeoutMs: 1500 });
      await bench.fileWithLines('tree', 3);
      expect(await bench.livingOf('tree')).not.toEqual([]);
      expect(await call).toMatchObject({ kind: 'timed-out' });
      expect(await bench.livingOf('tree')).toEqual([]);
    });

    test('ends at an abort, within three seconds', async () => {
      const controller = new AbortController();
      const call = bench.run(`require('node:child_process').spawn('sh', ['-c', "trap '' TERM; echo $$ >> aborted; while :; do sleep 1; done"]); await new Promise(() => {});`, {
        signal: controller.signal,
      });
      await bench.fileWithLines('aborted', 1);
      const started = performance.now();
      controller.abort();
      expect(await call).toMatchObject({ kind: 'aborted' });
      expect(performance.now() - started).toBeLessThan(3000);
      expect(await bench.livingOf('aborted')).toEqual([]);
    });

    test('code that sees its command ended may still answer with what it has', async () => {
      const code = `const child = require('node:child_process').spawn('sh', ['-c', 'echo partial; sleep 300']);
        let text = ''; child.stdout.on('data', (data) => { text += data; });
        return await new Promise((resolve) => child.on('close', (code, signal) => resolve({ text, signal })));`;
      expect(await bench.run(code, { timeoutMs: 700, trusted: true })).toMatchObject({ kind: 'timed-out', value: { text: 'partial\n', signal: 'SIGTERM' } });
    });

    test('what a tool that returned left in its group is ended; what it put into a session of its own lives on', async () => {
      await bench.run(`const { spawn } = require('node:child_process');
        spawn('sh', ['-c', 'echo $$ >> left; exec sleep 300'], { stdio: 'ignore' }).unref();
        spawn('sh', ['-c', 'echo $$ >> service; exec sleep 300'], { stdio: 'ignore', detached: true }).unref();
        while (!fs.existsSync('left') || !fs.existsSync('service')) await new Promise((r) => setTimeout(r, 10));
        return 1;`);
      expect(await bench.livingOf('left')).toEqual([]);
      const service = await bench.livingOf('service');
      expect(service).toHaveLength(1);
      process.kill(Number(service[0]), 'SIGKILL');
    });

    test('a process that holds the output does not hold the answer', async () => {
      const started = performance.now();
      const outcome = await bench.run(
        `const holder = require('node:child_process').spawn('sleep', ['300'], { stdio: 'inherit', detached: true }); holder.unref(); return holder.pid;`,
      );
      expect(performance.now() - started).toBeLessThan(2000);
      expect(outcome.kind === 'returned' && process.kill(Number(outcome.value), 'SIGKILL')).toBe(true);
    });
  });

  test('the end of the host ends what runs, with sessions of their own', async () => {
    const own = new ToolHostBench();
    const call = own.run(`require('node:child_process').spawn('sh', ['-c', 'echo $$ > closing; exec sleep 300'], { detached: true }); await new Promise(() => {});`);
    await own.fileWithLines('closing', 1);
    await own.host.close();
    expect(await call).toMatchObject({ kind: 'aborted' });
    expect(await own.livingOf('closing')).toEqual([]);
    await own.close();
  });

  describe('when the server dies', () => {
    test('a child that loses its server ends what its call started, and itself', async () => {
      const child = fork(CHILD_FILE, [], { detached: true, serialization: 'advanced', stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
      child.send({
        type: 'run',
        callId: 'lost-call',
        code: `require('node:child_process').spawn('sh', ['-c', 'echo $$ > lost; exec sleep 300'], { detached: true }); await new Promise(() => {});`,
        argsJson: '{}',
        workingDirectory: bench.directory,
        environment: bench.environment,
      });
      await bench.fileWithLines('lost', 1);
      child.disconnect();
      await once(child, 'exit');
      expect(await bench.livingOf('lost')).toEqual([]);
    });

    test('a child that is too busy to notice is ended by the next server', async () => {
      const start = async (mark: string, file: string): Promise<void> => {
        const shell = spawn('sh', ['-c', `${HOST_MARKER}='${mark}' sleep 300 > /dev/null 2>&1 & echo $! > ${file}`], { cwd: bench.directory, stdio: 'ignore' });
        await once(shell, 'exit');
        expect(await bench.livingOf(file)).toHaveLength(1);
      };
      await start(hostMark(999_999_999), 'orphan');
      await start('7@pid:[1]', 'of-another-container');
      const own = new ProcessToolHost();
      await own.run({ code: '', args: {}, workingDirectory: bench.directory, environment: {}, timeoutMs: 0, signal: new AbortController().signal, trusted: true });
      expect(await bench.livingOf('orphan')).toEqual([]);
      const [stranger] = await bench.livingOf('of-another-container');
      expect(process.kill(Number(stranger), 'SIGKILL')).toBe(true);
      await own.close();
    });

    test.each([0, 1])('processes below the id %i are never taken for a tool\'s', async (root) => {
      expect(await processesOf({ root, callId: 'x' })).toEqual([]);
    });
  });
});
