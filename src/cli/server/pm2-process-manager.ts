import { closeSync, mkdirSync, openSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import type { ProcessDescription, StartOptions } from 'pm2';
import { messageOf } from '../../common/domain-error.js';
import { packageRoot } from '../../common/package-root.js';
import { readEnvironmentFile } from '../../config/environment-file.js';
import type { JarvisPaths } from '../../config/jarvis-paths.js';
import { KnownSecretRedactor } from '../../security/known-secret-redactor.js';
import { CliError } from '../cli-error.js';
import { KILL_TIMEOUT_MS, RESTART_BACKOFF_MS } from '../limits.js';
import { daemonEnvironment } from './daemon-environment.js';
import { ProcessManager, PROCESS_NAME, type ManagedServer } from './process-manager.js';

type Pm2 = typeof import('pm2');

/** Options that PM2 knows and its types do not. */
const NOT_IN_THE_TYPES = {
  exp_backoff_restart_delay: RESTART_BACKOFF_MS,
  // No probe of PM2's inside the server, and no look at git.
  pmx: false,
  vizion: false,
  // The server ends its tools itself, after it has let the turn end.
  treekill: false,
};

/** A function of PM2 that answers by callback, its last parameter. */
type Callback<T> = (error: Error | null, value: T) => void;

/**
 * PM2 by its programmatic API. Loading PM2 creates its folder and connecting starts its daemon, so both happen only
 * where something is to be started or its daemon already runs. Its home is PM2's own: `~/.pm2`, or PM2_HOME.
 */
export class Pm2ProcessManager extends ProcessManager {
  private isPrepared = false;

  constructor(private readonly paths: JarvisPaths) {
    super();
  }

  override async find(): Promise<ManagedServer | undefined> {
    if (!(await this.daemonRuns())) return undefined;
    return this.connected(async (pm2) => {
      const found = await called<ProcessDescription[]>((done) => pm2.describe(PROCESS_NAME, done));
      return found[0] === undefined ? undefined : describe(found[0]);
    });
  }

  override async start(): Promise<void> {
    // PM2 would create the log with the permissions of its umask; what the server logs is the owner's alone.
    closeSync(openSync(this.paths.serverLogFile, 'a', 0o600));
    await this.connected((pm2) => called((done) => pm2.start(this.options(), done)));
  }

  override async stop(): Promise<void> {
    if ((await this.find()) === undefined) return;
    await this.connected((pm2) => called((done) => pm2.delete(PROCESS_NAME, done)));
  }

  override async release(): Promise<void> {
    if (!(await this.daemonRuns())) return;
    await this.connected(async (pm2) => {
      const left = await called<ProcessDescription[]>((done) => pm2.list(done));
      if (left.length === 0) await called((done) => pm2.killDaemon(done));
    });
  }

  private options(): StartOptions {
    return {
      name: PROCESS_NAME,
      script: path.join(packageRoot, 'dist', 'main.js'),
      cwd: this.paths.home,
      interpreter: process.execPath,
      exec_mode: 'fork',
      autorestart: true,
      kill_timeout: KILL_TIMEOUT_MS,
      // One file for both streams, with the time on each line.
      merge_logs: true,
      output: this.paths.serverLogFile,
      error: this.paths.serverLogFile,
      log_date_format: 'YYYY-MM-DD HH:mm:ss Z',
      ...NOT_IN_THE_TYPES,
    };
  }

  /** Whether PM2's daemon answers on its socket: known without loading PM2, which would start one. */
  private daemonRuns(): Promise<boolean> {
    return new Promise((resolve) => {
      const socket = connect(path.join(this.pm2Home(), 'rpc.sock'));
      const end = (runs: boolean): void => {
        socket.destroy();
        resolve(runs);
      };
      socket.once('connect', () => end(true)).once('error', () => end(false));
    });
  }

  private pm2Home(): string {
    return process.env.PM2_HOME ?? path.join(this.paths.home, '.pm2');
  }

  private async connected<T>(work: (pm2: Pm2) => Promise<T>): Promise<T> {
    this.prepareProcess();
    const { default: pm2 } = (await import('pm2')) as unknown as { default: Pm2 };
    try {
      await called((done) => pm2.connect(done as (error: Error) => void));
      return await work(pm2);
    } catch (error) {
      throw new CliError(`PM2, which keeps the server running, failed: ${messageOf(error)}`, undefined, { cause: error });
    } finally {
      pm2.disconnect();
    }
  }

  /** PM2 and its daemon take over this process's environment and directory: give them what they may keep. */
  private prepareProcess(): void {
    // Once: loading PM2 sets variables of its own.
    if (this.isPrepared) return;
    this.isPrepared = true;
    const { environmentFile } = this.paths;
    const dotEnvNames = Object.keys(readEnvironmentFile(environmentFile));
    const environment = daemonEnvironment(process.env, dotEnvNames, new KnownSecretRedactor(environmentFile));
    for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
    // Neither a word of PM2's own on the terminal nor a call to its cloud.
    process.env.PM2_DISCRETE_MODE = 'true';
    process.env.PM2_NO_INTERACTION = 'true';
    // PM2 lets the owner's group use its sockets; its folder, where we are the ones to make it, lets nobody in.
    mkdirSync(this.pm2Home(), { recursive: true, mode: 0o700 });
    process.chdir(this.paths.home);
  }
}

function called<T>(start: (done: Callback<T>) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    start((error, value) => (error ? reject(error instanceof Error ? error : new Error(String(error))) : resolve(value)));
  });
}

function describe(found: ProcessDescription): ManagedServer {
  const status = String(found.pm2_env?.status);
  const runs = status === 'online';
  const uptime = found.pm2_env?.pm_uptime;
  return {
    status: runs ? 'online' : status === 'errored' ? 'errored' : /^(launching|waiting restart|one-launch)/.test(status) ? 'starting' : 'stopped',
    pid: runs && found.pid ? found.pid : undefined,
    startedAt: runs && uptime !== undefined ? new Date(uptime) : undefined,
    memoryBytes: found.monit?.memory ?? 0,
    restarts: found.pm2_env?.restart_time ?? 0,
  };
}
