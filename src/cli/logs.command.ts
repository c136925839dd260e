import { Command, Option } from 'nest-commander';
import { JarvisPaths } from '../config/jarvis-paths.js';
import { BaseCommand } from './base.command.js';
import { CliError } from './cli-error.js';
import { DEFAULT_LOG_LINES } from './limits.js';
import { Terminal } from './terminal.js';

interface LogsOptions {
  lines: number;
  follow?: boolean;
}

/** `jarvis logs`. */
@Command({ name: 'logs', description: 'Show the end of the server log (~/.jarvis/logs/server.log)' })
export class LogsCommand extends BaseCommand {
  constructor(
    private readonly paths: JarvisPaths,
    private readonly terminal: Terminal,
  ) {
    super();
  }

  override async run(_arguments: string[], options: LogsOptions): Promise<void> {
    const [{ follow, lastLines, sizeOf }, { SystemClock }] = await Promise.all([
      import('./server/log-file.js'),
      import('../common/clock.js'),
    ]);
    const file = this.paths.serverLogFile;
    const size = await sizeOf(file);
    if (size === 0 && !options.follow) throw new CliError('There is no server log yet. `jarvis start` begins it.');
    for (const line of await lastLines(file, options.lines)) this.terminal.print(line);
    if (!options.follow) return;
    const ended = new AbortController();
    process.once('SIGINT', () => ended.abort());
    await follow(file, size, (text) => process.stdout.write(text), new SystemClock(), ended.signal);
  }

  @Option({ flags: '-n, --lines <count>', description: 'how many lines', defaultValue: DEFAULT_LOG_LINES })
  lines(value: string): number {
    if (!/^\d{1,6}$/.test(value)) throw new CliError(`--lines takes a whole number, not "${value}".`);
    return Number(value);
  }

  @Option({ flags: '-f, --follow', description: 'go on showing what is added, until Ctrl-C' })
  follow(): boolean {
    return true;
  }
}
