import { fork, type ChildProcess } from 'node:child_process';
import { setImmediate } from 'node:timers/promises';
import { messageOf } from '../common/domain-error.js';
import { CHILD_HEAP_MIB, MAX_DRAIN_TURNS, QUIET_TURNS } from './limits.js';
import { HOST_MARKER, hostMark, sendSignal } from './process-tree.js';
import { parseChildMessage, READY, type ChildMessage, type RunRequest } from './protocol.js';

/** How a child ended a call: by an answer, or by ending itself. */
export type ChildEnd = ChildMessage | { type: 'exited'; code: number | null; signal: NodeJS.Signals | null; problem?: string };

/** One child process, seen from the server. Runs one call at a time. */
export class HostChild {
  /** Calls that it was given. A child that ran a user's code is never used again. */
  calls = 0;
  /** Resolves when it can take calls, or never will. */
  readonly ready: Promise<void>;
  /** Resolves when the process is gone. */
  readonly gone: Promise<void>;
  private readonly process: ChildProcess;
  private end: Extract<ChildEnd, { type: 'exited' }> | undefined;
  private onMessage: (message: ChildMessage) => void = () => undefined;
  private onExit: () => void = () => undefined;
  private onText: (text: string) => void = () => undefined;
  private outputs = 0;

  /** @param file the built entry, dist/tool-host-child.js */
  constructor(file: string) {
    this.process = fork(file, [], {
      cwd: '/',
      detached: true,
      env: startEnvironment(),
      execArgv: [`--max-old-space-size=${CHILD_HEAP_MIB}`],
      serialization: 'advanced',
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.gone = new Promise((resolve) => {
      const finish = (end: Extract<ChildEnd, { type: 'exited' }>): void => {
        this.end ??= end;
        this.onExit();
        resolve();
      };
      this.process.once('exit', (code, signal) => finish({ type: 'exited', code, signal }));
      // Where no process could be started there is no exit; a failed send is followed by one.
      this.process.on('error', (error) => {
        if (this.process.pid === undefined) finish({ type: 'exited', code: null, signal: null, problem: messageOf(error) });
      });
    });
    this.ready = new Promise((resolve) => {
      this.process.on('message', (message) => {
        if (message === READY) resolve();
        const parsed = parseChildMessage(message);
        if (parsed) this.onMessage(parsed);
      });
      void this.gone.then(resolve);
    });
    // Without a channel there is nothing left to talk to.
    this.process.once('disconnect', () => this.kill());
    for (const stream of [this.process.stdout, this.process.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.outputs += 1;
        this.onText(text);
      });
    }
    this.unref();
  }

  /** The process's id, which is also that of its group and session; 0 where it could not be started. */
  get pid(): number {
    return this.process.pid ?? 0;
  }

  get hasEnded(): boolean {
    return this.end !== undefined;
  }

  /** Runs one call. Resolves with its answer or its end, after all that was printed before has been handed to `onText`. */
  async run(request: RunRequest, onText: (text: string) => void): Promise<ChildEnd> {
    this.calls += 1;
    this.onText = onText;
    this.reference(true);
    const end = await new Promise<ChildEnd>((resolve) => {
      this.onMessage = (message) => {
        if (message.callId === request.callId) resolve(message);
      };
      // The answer may still be in the channel when the exit is seen.
      this.onExit = () => void this.drain().then(() => this.end && resolve(this.end));
      if (this.end) this.onExit();
      else this.process.send(request, () => undefined);
    });
    await this.drain();
    this.onText = () => undefined;
    this.onMessage = () => undefined;
    this.onExit = () => undefined;
    this.unref();
    return end;
  }

  /** Kills the process at once, and what is still in its group. */
  kill(): void {
    if (this.pid === 0 || this.end) return;
    if (!sendSignal(-this.pid, 'SIGKILL')) sendSignal(this.pid, 'SIGKILL');
  }

  /** Child and server write to different pipes; what was printed before the answer is readable within a turn or two. */
  private async drain(): Promise<void> {
    let quiet = 0;
    for (let turn = 0; quiet < QUIET_TURNS && turn < MAX_DRAIN_TURNS; turn += 1) {
      const before = this.outputs;
      await setImmediate();
      quiet = this.outputs === before ? quiet + 1 : 0;
    }
  }

  private unref(): void {
    this.reference(false);
  }

  /** An idle child does not keep the server alive; a running one does. */
  private reference(on: boolean): void {
    const handles = [this.process, this.process.channel, this.process.stdout, this.process.stderr];
    for (const handle of handles as ({ ref(): void; unref(): void } | null | undefined)[]) {
      if (on) handle?.ref();
      else handle?.unref();
    }
  }
}

/** What a child is started with: readable by every process of the same user in /proc, so nothing of value. */
function startEnvironment(): NodeJS.ProcessEnv {
  const certificates = process.env.NODE_EXTRA_CA_CERTS;
  return {
    PATH: process.env.PATH,
    [HOST_MARKER]: hostMark(process.pid),
    // Read by Node at its start only.
    ...(certificates === undefined ? {} : { NODE_EXTRA_CA_CERTS: certificates }),
  };
}
