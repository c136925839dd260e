import type { Clock } from '../../common/clock.js';
import { readEnvironmentFile } from '../../config/environment-file.js';
import type { JarvisPaths } from '../../config/jarvis-paths.js';
import type { Settings } from '../../config/settings.js';
import { CliError } from '../cli-error.js';
import { FAILED_START_LOG_LINES } from '../limits.js';
import type { Terminal } from '../terminal.js';
import { askHealth } from './health.js';
import { lastLines, sizeOf } from './log-file.js';
import { portProblem, whyNotListen } from './port.js';
import { preflight } from './preflight.js';
import { seedPinOfTheShell } from './seed-pin-of-the-shell.js';
import type { ManagedServer, ProcessManager } from './process-manager.js';
import { configuredUrl } from './server-url.js';
import { awaitServer, type Awaited } from './await-server.js';

/** Starts, stops and restarts the server in the background, and says what came of it. */
export class ServerLifecycle {
  constructor(
    private readonly paths: JarvisPaths,
    private readonly processes: ProcessManager,
    private readonly terminal: Terminal,
    private readonly clock: Clock,
  ) {}

  /** Starts the server and waits until it answers. A server that runs already is left alone. Throws CliError otherwise. */
  async start(): Promise<void> {
    const settings = preflight(this.paths);
    const present = await this.processes.find();
    if (present?.status === 'online' || present?.status === 'starting') return this.join(present, settings);
    // What PM2 still lists of a server that was stopped or gave up must not stand in the way.
    if (present !== undefined) await this.processes.stop();
    await this.begin(settings);
  }

  /** Stops the server; says so where none runs. */
  async stop(): Promise<void> {
    const present = await this.processes.find();
    if (present === undefined) {
      this.terminal.print('Jarvis is not running.');
      return;
    }
    await this.processes.stop();
    await this.processes.release();
    this.terminal.print(present.status === 'stopped' ? 'Jarvis is not running.' : 'Jarvis is stopped.');
  }

  /** Stops the server where it runs and starts it with the settings as they are now. */
  async restart(): Promise<void> {
    // Before anything is stopped: a server that runs is worth more than one that cannot start.
    const settings = preflight(this.paths);
    await this.processes.stop();
    await this.begin(settings);
  }

  private async begin(settings: Settings): Promise<void> {
    await this.refuseTakenPort(settings);
    this.paths.createDirectories();
    await seedPinOfTheShell(this.paths, this.clock);
    const logFrom = await sizeOf(this.paths.serverLogFile);
    await this.processes.start().catch(async (error: unknown) => {
      await this.processes.release();
      throw error;
    });
    const outcome = await this.wait(settings, logFrom, 0);
    if (outcome.kind === 'answers') {
      this.terminal.print(`Jarvis is running at ${this.terminal.style.bold(outcome.url)}`);
      this.noteKeyOfTheShell();
      return;
    }
    await this.processes.stop();
    await this.processes.release();
    throw await this.failure(outcome, logFrom);
  }

  /** The server is there already: wait for it like the one that started it. */
  private async join(present: ManagedServer, settings: Settings): Promise<void> {
    const outcome = await this.wait(settings, 0, present.restarts);
    if (outcome.kind === 'answers') {
      this.terminal.print(`Jarvis is already running at ${this.terminal.style.bold(outcome.url)}`);
      return;
    }
    throw await this.failure(outcome, 0);
  }

  private wait(settings: Settings, logFrom: number, restarts: number): Promise<Awaited> {
    return awaitServer(
      { processes: this.processes, serverLogFile: this.paths.serverLogFile, url: configuredUrl(settings), logFrom, restarts },
      this.clock,
    );
  }

  private async refuseTakenPort(settings: Settings): Promise<void> {
    const code = await whyNotListen(settings.host, settings.port);
    if (code === undefined) return;
    const url = configuredUrl(settings);
    if (code === 'EADDRINUSE' && url !== undefined && (await askHealth(url)) !== undefined) {
      throw new CliError(
        `Port ${settings.port} is in use: a Jarvis server that \`jarvis start\` did not start answers at ${url} ` +
          '(`npm run dev`, perhaps, or another user). End it where it runs, or choose another port: `jarvis setup --port <number>`.',
      );
    }
    throw new CliError(portProblem(code, settings.host, settings.port));
  }

  private async failure(outcome: Exclude<Awaited, { kind: 'answers' }>, logFrom: number): Promise<CliError> {
    const why =
      outcome.kind === 'crashed'
        ? 'Jarvis did not start: the server ended by itself.'
        : `Jarvis did not start: no answer after ${Math.round(outcome.waitedMs / 1000)} seconds.`;
    const lines = await lastLines(this.paths.serverLogFile, FAILED_START_LOG_LINES, logFrom);
    const log = lines.length === 0 ? 'It wrote nothing to its log.' : `The last lines of its log:\n${lines.map((line) => `  ${line}`).join('\n')}`;
    return new CliError(`${why} ${log}\n\`jarvis doctor\` looks for the cause.`);
  }

  /** A key that only the shell has never reaches the background server: say so, since "it works in my terminal". */
  private noteKeyOfTheShell(): void {
    if ((readEnvironmentFile(this.paths.environmentFile).OPENROUTER_API_KEY ?? '') !== '') return;
    if ((this.shellKey ?? '') === '') return;
    this.terminal.note(
      'Note: OPENROUTER_API_KEY of your shell is not handed to the background server. ' +
        'To store it: jarvis setup --key "$OPENROUTER_API_KEY"',
    );
  }

  /** Read before PM2 is loaded, which takes secrets out of this process's environment. */
  private readonly shellKey = process.env.OPENROUTER_API_KEY;
}
