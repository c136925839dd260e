import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ProcessToolHost } from '../../tool-host/process-tool-host.js';
import type { ScriptCall, ScriptOutcome } from '../../tool-host/tool-host.js';
import { entryOf } from '../script-tool-code.js';
import type { ScriptTool } from '../tool.js';

/**
 * Runs script tools as the server does, for specs: their stored code, in a real child, with a throw-away home. The home has an
 * empty `.jarvis/data` and is the working directory too.
 */
export class ScriptToolBench {
  readonly home = realpathSync(mkdtempSync(path.join(tmpdir(), 'jarvis-tools-')));
  readonly host = new ProcessToolHost();

  constructor() {
    mkdirSync(path.join(this.home, '.jarvis', 'data'), { recursive: true });
  }

  /** A path below the home. */
  file(...parts: string[]): string {
    return path.join(this.home, ...parts);
  }

  outcome(tool: ScriptTool, args: Record<string, unknown>, overrides: Partial<ScriptCall> = {}): Promise<ScriptOutcome> {
    return this.host.run({
      code: entryOf(tool).code,
      args,
      workingDirectory: this.home,
      environment: { PATH: process.env.PATH ?? '', HOME: this.home, ...overrides.environment },
      timeoutMs: overrides.timeoutMs ?? 20_000,
      signal: overrides.signal ?? new AbortController().signal,
      trusted: true,
      ...(overrides.onOutput ? { onOutput: overrides.onOutput } : {}),
    });
  }

  /** What the tool returned. Throws where it did not return. */
  async run(tool: ScriptTool, args: Record<string, unknown> = {}, environment: Record<string, string> = {}): Promise<Record<string, unknown>> {
    const outcome = await this.outcome(tool, args, { environment });
    if (outcome.kind !== 'returned') throw new Error(`${tool.name} ${outcome.kind}: ${outcome.error}`);
    return outcome.value as Record<string, unknown>;
  }

  async close(): Promise<void> {
    await this.host.close();
    rmSync(this.home, { recursive: true, force: true });
  }
}
