import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { listProcesses } from '../process-table.js';
import { ProcessToolHost } from '../process-tool-host.js';
import type { ScriptCall, ScriptOutcome } from '../tool-host.js';

/** What a call that returned this value looks like. */
export const returned = (value: unknown): ScriptOutcome => ({ kind: 'returned', value });

/** Runs code in real children (dist/tool-host-child.js), for specs, with a throw-away directory. */
export class ToolHostBench {
  readonly directory = mkdtempSync(path.join(tmpdir(), 'jarvis-tool-host-'));
  readonly environment = { PATH: process.env.PATH ?? '', HOME: this.directory, GREETING: 'hello' };

  constructor(readonly host: ProcessToolHost = new ProcessToolHost()) {}

  /** As a user's own code, 20 s at most, unless said otherwise. */
  run(code: string, overrides: Partial<ScriptCall> = {}): Promise<ScriptOutcome> {
    return this.host.run({
      code,
      args: {},
      workingDirectory: this.directory,
      environment: this.environment,
      timeoutMs: 20_000,
      signal: new AbortController().signal,
      trusted: false,
      ...overrides,
    });
  }

  /** The ids in a file that a command wrote, as far as these processes live. */
  async livingOf(file: string): Promise<number[]> {
    const pids = readFileSync(path.join(this.directory, file), 'utf8').trim().split(/\s+/).map(Number);
    const living = new Set((await listProcesses()).map((entry) => entry.pid));
    return pids.filter((pid) => living.has(pid));
  }

  /** Waits until a command has written so many lines. */
  async fileWithLines(file: string, lines: number): Promise<void> {
    for (let tries = 0; tries < 800; tries += 1) {
      try {
        if (readFileSync(path.join(this.directory, file), 'utf8').trim().split('\n').length >= lines) return;
      } catch {
        // Not there yet.
      }
      await sleep(25);
    }
    throw new Error(`${file} did not get ${lines} lines`);
  }

  async close(): Promise<void> {
    await this.host.close();
    rmSync(this.directory, { recursive: true, force: true });
  }
}
