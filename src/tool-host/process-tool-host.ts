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

/** Runs script code in child processes of this machine. */
export class ProcessToolHost extends ToolHost {
  private readonly pool: ChildPool;
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
    if (call.signal.aborted) return { kind: 'aborted', error: 'The run was aborted before the tool started.' };
    this.swept ??= endOrphanedHosts().catch(() => undefined);
    await this.swept;
    let child: HostChild;
    try {
      child = await this.pool.acquire(call.trusted, call.signal);
    } catch (error) {
      if (call.signal.aborted) return { kind: 'aborted', error: 'The run was aborted before the tool started.' };
      return { kind: 'crashed', error: `The tool could not be started: ${messageOf(error)}` };
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

  override close(): Promise<void> {
    return this.pool.close();
  }
}
