import { spawn, spawnSync, type ChildProcessWithoutNullStreams } from 'node:child_process';
import type { CliHome } from './cli-home.js';

/** Whether this machine has util-linux's `script`, which gives a command a terminal. Debian always has it. */
export const hasPseudoTerminal = /util-linux/.test(spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout ?? '');

/** Keys that have no character. */
export const Key = { down: '\u001b[B', enter: '\r', interrupt: '\u0003', end: '\u0004' } as const;

/** A command at a terminal, and a person before it. */
export class PseudoTerminal {
  private readonly child: ChildProcessWithoutNullStreams;
  private text = '';
  private seen = 0;
  readonly ended: Promise<number | null>;

  constructor(home: CliHome, args: readonly string[]) {
    const command = [...home.command, ...args].map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
    this.child = spawn('script', ['--quiet', '--flush', '--return', '--command', `stty cols 200; exec ${command}`, '/dev/null'], {
      cwd: home.folder,
      env: { ...home.environment(), TERM: 'xterm', NO_COLOR: '1', SHELL: '/bin/sh' },
    });
    this.child.stdout.setEncoding('utf8').on('data', (chunk: string) => (this.text += chunk));
    this.ended = new Promise((resolve) => this.child.once('close', resolve));
  }

  /** Everything that was shown so far. */
  get output(): string {
    return this.text;
  }

  /** Waits for a text that was not waited for before, then types. */
  async answer(expected: string | RegExp, typed: string): Promise<void> {
    await this.expect(expected);
    this.child.stdin.write(typed);
  }

  /** Waits for a text that was not waited for before. */
  async expect(expected: string | RegExp): Promise<void> {
    const limit = Date.now() + 20_000;
    for (;;) {
      const rest = this.text.slice(this.seen);
      const at = typeof expected === 'string' ? rest.indexOf(expected) : rest.search(expected);
      if (at !== -1) {
        this.seen += at + 1;
        return;
      }
      if (Date.now() > limit) {
        this.child.kill('SIGKILL');
        throw new Error(`The terminal never showed ${String(expected)} after:\n${rest}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
  }
}
