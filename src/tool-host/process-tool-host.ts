import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { messageOf } from '../common/domain-error.js';
import { packageRoot } from '../common/package-root.js';
import { ChildPool, type ChildPoolOptions } from './child-pool.js';
import { HostChild } from './host-child.js';
import { endOrphanedHosts } from './process-tree.js';
import { runCall } from './script-run.js';
import { ToolHost, type ScriptCall, type ScriptOutcome } from './tool-host.js';

/** The built entry of a child. */
export const CHILD_FILE = path.join(packageRoot, 'dist', 'tool-host-child.js');

const NOT_STARTED: ScriptOutcome = { kind: 'aborted', error: 'The run was aborted before the tool started.' };

/** Runs script code in child processes of this machine. */
export class ProcessToolHost extends ToolHost {
  private readonly pool: ChildPool;
  private readonly running = new Map<AbortController, Promise<ScriptOutcome>>();
  private swept: Promise<void> | undefined;

  constructor(options: ChildPoolOptions & { childFile?: string } = {}) {
    super();
    this.pool = new ChildPool(() => new HostChild(options.childFile ?? CHILD_FILE), options);
  }

  /** Children that exist now; for tests and health. */
  get children(): number {
    return this.pool.size;
  }

  override async run(call: ScriptCall): Promise<ScriptOutcome> {
    const own = new AbortController();
    const abort = (): void => own.abort(call.signal.reason);
    call.signal.addEventListener('abort', abort, { once: true });
    if (call.signal.aborted) abort();
    const outcome = this.runUnder({ ...call, signal: own.signal }).finally(() => {
      call.signal.removeEventListener('abort', abort);
      this.running.delete(own);
    });
    this.running.set(own, outcome);
    return outcome;
  }

  private async runUnder(call: ScriptCall): Promise<ScriptOutcome> {
    if (call.signal.aborted) return NOT_STARTED;
    this.swept ??= endOrphanedHosts().catch(() => undefined);
    await this.swept;
    let child: HostChild;
    try {
      child = await this.pool.acquire(call.trusted, call.signal);
    } catch (error) {
      return call.signal.aborted ? NOT_STARTED : { kind: 'crashed', error: `The tool could not be started: ${messageOf(error)}` };
    }
    try {
      const { outcome, reusable } = await runCall(child, randomUUID(), call);
      if (reusable && call.trusted) this.pool.release(child);
      else this.pool.discard(child);
      return outcome;
    } catch (error) {
      this.pool.discard(child);
      return { kind: 'crashed', error: `The tool's process failed: ${messageOf(error)}` };
    }
  }

  /** Aborts what runs, with everything that it started, and ends every child. */
  override async close(): Promise<void> {
    for (const own of this.running.keys()) own.abort(new Error('The server is stopping.'));
    await Promise.all(this.running.values());
    await this.pool.close();
  }
}
