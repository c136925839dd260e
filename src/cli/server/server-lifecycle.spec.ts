import 'reflect-metadata';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Clock } from '../../common/clock.js';
import { JarvisPaths } from '../../config/jarvis-paths.js';
import { START_TIMEOUT_MS } from '../limits.js';
import { RecordingTerminal } from '../testing/recording-terminal.js';
import { ProcessManager, type ManagedServer } from './process-manager.js';
import { ServerLifecycle } from './server-lifecycle.js';

/** Time runs only while somebody waits. */
class WaitingClock extends Clock {
  private time = 0;
  override now(): Date {
    return new Date(this.time);
  }
  override sleep(milliseconds: number): Promise<void> {
    this.time += milliseconds;
    return new Promise((resolve) => setImmediate(resolve));
  }
}

class FakeProcessManager extends ProcessManager {
  readonly calls: string[] = [];
  managed: ManagedServer | undefined;
  onStart: () => Promise<void> | void = () => undefined;

  override find(): Promise<ManagedServer | undefined> {
    return Promise.resolve(this.managed);
  }
  override async start(): Promise<void> {
    this.calls.push('start');
    this.managed = running();
    await this.onStart();
  }
  override stop(): Promise<void> {
    this.calls.push('stop');
    this.managed = undefined;
    return Promise.resolve();
  }
  override release(): Promise<void> {
    this.calls.push('release');
    return Promise.resolve();
  }
}

const running = (overrides: Partial<ManagedServer> = {}): ManagedServer => ({
  status: 'online',
  pid: 1,
  startedAt: new Date(0),
  memoryBytes: 1,
  restarts: 0,
  ...overrides,
});

describe('ServerLifecycle', () => {
  let paths: JarvisPaths;
  let processes: FakeProcessManager;
  let terminal: RecordingTerminal;
  let lifecycle: ServerLifecycle;
  let port: number;
  const servers: Server[] = [];

  const listen = (at: number, body: unknown): Promise<Server> =>
    new Promise((resolve) => {
      const server = createServer((_request, response) => response.setHeader('content-type', 'application/json').end(JSON.stringify(body)));
      servers.push(server);
      server.listen(at, '127.0.0.1', () => resolve(server));
    });
  const health = { status: 'ok', version: '0.1.0', uptimeSeconds: 1 };
  const setUp = (settings: unknown): void => {
    paths.createDirectories();
    writeFileSync(paths.environmentFile, 'OPENROUTER_API_KEY=\n');
    writeFileSync(paths.settingsFile, JSON.stringify(settings));
  };

  beforeEach(async () => {
    const probe = await listen(0, {});
    port = (probe.address() as AddressInfo).port;
    await new Promise((resolve) => probe.close(resolve));
    paths = new JarvisPaths(mkdtempSync(path.join(tmpdir(), 'jarvis-lifecycle-')));
    setUp({ port });
    processes = new FakeProcessManager();
    terminal = new RecordingTerminal(false);
    lifecycle = new ServerLifecycle(paths, processes, terminal, new WaitingClock());
  });

  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
    rmSync(paths.home, { recursive: true });
  });

  test('starts, waits for the answer and says where', async () => {
    processes.onStart = async () => void (await listen(port, health));
    await lifecycle.start();
    expect(terminal.printed).toEqual([`Jarvis is running at http://127.0.0.1:${port}`]);
    expect(processes.calls).toEqual(['start']);
  });

  test('with port 0, learns from the log where it answers', async () => {
    setUp({ port: 0 });
    writeFileSync(paths.serverLogFile, 'Jarvis is listening at http://127.0.0.1:1\n');
    processes.onStart = async () => {
      await listen(port, health);
      appendFileSync(paths.serverLogFile, `x: Jarvis is listening at http://127.0.0.1:${port}\n`);
    };
    await lifecycle.start();
    expect(terminal.printed).toEqual([`Jarvis is running at http://127.0.0.1:${port}`]);
  });

  test.each(['environmentFile', 'settingsFile'] as const)('does not start without %s', async (file) => {
    rmSync(paths[file]);
    await expect(lifecycle.start()).rejects.toThrow('Please run `jarvis setup` first');
    await expect(lifecycle.restart()).rejects.toThrow('Please run `jarvis setup` first');
    expect(processes.calls).toEqual([]);
  });

  test('does not start, and does not stop a running server, for settings that cannot be used', async () => {
    setUp({ port: 99_999 });
    await expect(lifecycle.start()).rejects.toThrow(/port is 99999/);
    await expect(lifecycle.restart()).rejects.toThrow(/port is 99999/);
    expect(processes.calls).toEqual([]);
  });

  test('names a port that another program uses', async () => {
    await listen(port, { hello: 'world' });
    await expect(lifecycle.start()).rejects.toThrow(new RegExp(`^Port ${port} is in use by another program`));
    expect(processes.calls).toEqual([]);
  });

  test('tells a foreign Jarvis on the port from another program', async () => {
    await listen(port, health);
    await expect(lifecycle.start()).rejects.toThrow(/a Jarvis server that `jarvis start` did not start answers/);
    expect(processes.calls).toEqual([]);
  });

  test('shows the last lines of a server that ended, and leaves no crash loop behind', async () => {
    writeFileSync(paths.serverLogFile, 'of an earlier run\n');
    processes.onStart = () => {
      processes.managed = running({ restarts: 1 });
      appendFileSync(paths.serverLogFile, 'why it ended\n');
    };
    const failure = lifecycle.start();
    await expect(failure).rejects.toThrow(/ended by itself.*\n {2}why it ended\n/);
    await expect(failure).rejects.not.toThrow(/earlier/);
    expect(processes.calls).toEqual(['start', 'stop', 'release']);
  });

  test('gives up on a server that does not answer', async () => {
    await expect(lifecycle.start()).rejects.toThrow(`no answer after ${START_TIMEOUT_MS / 1000} seconds`);
    expect(processes.calls).toEqual(['start', 'stop', 'release']);
  });

  test('leaves nothing behind where PM2 itself fails', async () => {
    processes.onStart = () => Promise.reject(new Error('no PM2'));
    await expect(lifecycle.start()).rejects.toThrow('no PM2');
    expect(processes.calls).toEqual(['start', 'release']);
  });

  test('leaves a running server alone when it is started again', async () => {
    processes.managed = running({ restarts: 7 });
    await listen(port, health);
    await lifecycle.start();
    expect(terminal.printed).toEqual([`Jarvis is already running at http://127.0.0.1:${port}`]);
    expect(processes.calls).toEqual([]);
  });

  test('clears away what PM2 still lists of a server that gave up', async () => {
    processes.managed = running({ status: 'errored' });
    processes.onStart = async () => void (await listen(port, health));
    await lifecycle.start();
    expect(processes.calls).toEqual(['stop', 'start']);
  });

  test('stops what runs, and says so where nothing does', async () => {
    processes.managed = running();
    await lifecycle.stop();
    await lifecycle.stop();
    expect(terminal.printed).toEqual(['Jarvis is stopped.', 'Jarvis is not running.']);
    expect(processes.calls).toEqual(['stop', 'release']);
  });

  test('creates the folders that are missing, privately', async () => {
    rmSync(paths.logs, { recursive: true });
    mkdirSync(paths.data, { recursive: true });
    processes.onStart = async () => void (await listen(port, health));
    await expect(lifecycle.start()).resolves.toBeUndefined();
  });
});
