import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');

/** The built command. */
export const cliFile = path.join(root, 'dist', 'cli.js');

/** What a command came to. */
export interface CliResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** A command that still runs. */
export interface RunningCli {
  readonly stdout: () => string;
  readonly stderr: () => string;
  interrupt(): void;
  readonly ended: Promise<CliResult>;
}

/** A throw-away home with a PM2 of its own. Nothing outside is read or written; `dispose()` leaves nothing behind. */
export class CliHome {
  /** Short, since the path of a socket has 108 bytes at most. */
  readonly folder = mkdtempSync(path.join(tmpdir(), 'jcli-'));

  constructor(
    /** The command: dist/cli.js, or the installed one. */
    readonly command: readonly string[] = [process.execPath, cliFile],
  ) {}

  path(...parts: string[]): string {
    return path.join(this.folder, '.jarvis', ...parts);
  }

  read(...parts: string[]): string {
    return readFileSync(this.path(...parts), 'utf8');
  }

  json(...parts: string[]): Record<string, unknown> {
    return JSON.parse(this.read(...parts)) as Record<string, unknown>;
  }

  /** What `jarvis setup` would leave behind, with these settings. */
  async setUp(settings: Record<string, unknown>, environment = 'OPENROUTER_API_KEY=\n'): Promise<void> {
    await mkdir(this.path('data', 'config'), { recursive: true, mode: 0o700 });
    await writeFile(this.path('.env'), environment, { mode: 0o600 });
    await writeFile(this.path('data', 'config', 'settings.json'), JSON.stringify(settings), { mode: 0o600 });
  }

  /** Runs a command to its end. Standard input is empty unless given. */
  run(args: readonly string[], options: { input?: string; env?: Record<string, string> } = {}): Promise<CliResult> {
    return this.start(args, options).ended;
  }

  /** Starts a command without waiting for its end. */
  start(args: readonly string[], { input = '', env = {} }: { input?: string; env?: Record<string, string> } = {}): RunningCli {
    const [program = '', ...before] = this.command;
    const child = spawn(program, [...before, ...args], { cwd: this.folder, env: { ...this.environment(), ...env } });
    const out = { stdout: '', stderr: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out.stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (out.stderr += text));
    // A command that ends without reading closes the pipe.
    child.stdin.on('error', () => undefined).end(input);
    return {
      stdout: () => out.stdout,
      stderr: () => out.stderr,
      interrupt: () => void child.kill('SIGINT'),
      ended: new Promise((resolve) => child.once('close', (code) => resolve({ code, ...out }))),
    };
  }

  /** What a command may inherit: nothing of the person who runs the tests. */
  environment(): Record<string, string> {
    return { HOME: this.folder, PATH: process.env.PATH ?? '', LANG: 'C.UTF-8', TMPDIR: tmpdir() };
  }

  /** Ends this home's PM2 with all that it manages, and removes the home. */
  async dispose(): Promise<void> {
    const pidFile = path.join(this.folder, '.pm2', 'pm2.pid');
    if (existsSync(pidFile)) await ended(Number(readFileSync(pidFile, 'utf8')));
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** A port that was free a moment ago. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}

/** Waits for a condition, looking often. Fails after `limitMs` with what it waited for. */
export async function eventually(what: string, condition: () => boolean | Promise<boolean>, limitMs = 20_000): Promise<void> {
  const end = Date.now() + limitMs;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`It never happened that ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Whether a process lives. A zombie that nobody has collected yet does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch (error) {
    // Without /proc (macOS) the signal alone says it.
    return (error as NodeJS.ErrnoException).code === 'ENOENT' && process.platform !== 'linux';
  }
}

async function ended(pid: number): Promise<void> {
  if (!isAlive(pid)) return;
  process.kill(pid, 'SIGTERM');
  await eventually(`PM2 (${pid}) ended`, () => !isAlive(pid)).catch(() => process.kill(pid, 'SIGKILL'));
}
