import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Injectable } from '@nestjs/common';
import { messageOf, systemErrorCode } from '../../common/domain-error.js';
import { ConfigService } from '../../config/config.service.js';
import { ToolHost } from '../../tool-host/tool-host.js';
import { HOOK_TIMEOUT_MS, MAX_HOOK_FILES } from '../limits.js';

/** Folders below `~/.jarvis/data/hooks/`. */
export type HookFolder = 'agent-bootstrap' | 'before-prompt-build';

/** Variables that a hook's process gets of the server's. */
const ENVIRONMENT = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'TZ'];

/**
 * The owner's hooks: each `*.js` file in a hook's folder is the body of an async function that gets the event as `args` and returns what it
 * changes, by the contract of tools.json. They run in the tool host, not in the server, by name, one after the other.
 */
@Injectable()
export class HookFiles {
  /** What is wrong, by file. */
  private readonly failures = new Map<string, string>();

  constructor(
    private readonly config: ConfigService,
    private readonly host: ToolHost,
  ) {}

  /** What is wrong with hook files since they ran last, as sentences. */
  problems(): string[] {
    return [...this.failures].map(([file, problem]) => `The hook ${file} was left out: ${problem}`);
  }

  /** Whether there is any such hook: nothing has to be made ready where there is none. */
  async any(folder: HookFolder): Promise<boolean> {
    return (await this.names(folder)).length > 0;
  }

  /**
   * Runs the hooks of a folder; `eventOf` makes each one's event of what the ones before returned. A hook that fails or takes too long is left
   * out and told of in `problems`. Rejects never.
   */
  async run<T>(folder: HookFolder, eventOf: (returned: readonly T[]) => object, read: (value: unknown) => T | undefined): Promise<T[]> {
    const returned: T[] = [];
    for (const name of await this.names(folder)) {
      const file = `${folder}/${name}`;
      try {
        const value = await this.call(path.join(this.config.paths.hooks, folder, name), eventOf(returned));
        const change = value === undefined || value === null ? undefined : read(value);
        if (change !== undefined) returned.push(change);
        this.failures.delete(file);
      } catch (error) {
        this.failures.set(file, messageOf(error));
      }
    }
    return returned;
  }

  private async call(file: string, event: object): Promise<unknown> {
    const outcome = await this.host.run({
      code: await readFile(file, 'utf8'),
      args: { ...event },
      workingDirectory: this.config.paths.home,
      environment: Object.fromEntries(ENVIRONMENT.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]))),
      timeoutMs: HOOK_TIMEOUT_MS,
      signal: AbortSignal.timeout(2 * HOOK_TIMEOUT_MS),
      trusted: false,
    });
    if (outcome.kind !== 'returned') throw new Error(outcome.error);
    return outcome.value;
  }

  private async names(folder: HookFolder): Promise<string[]> {
    try {
      const names = await readdir(path.join(this.config.paths.hooks, folder));
      return names.filter((name) => name.endsWith('.js')).sort().slice(0, MAX_HOOK_FILES);
    } catch (error) {
      if (['ENOENT', 'ENOTDIR'].includes(systemErrorCode(error) ?? '')) return [];
      this.failures.set(folder, messageOf(error));
      return [];
    }
  }
}
