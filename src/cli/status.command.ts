import { Command } from 'nest-commander';
import { JarvisPaths } from '../config/jarvis-paths.js';
import { BaseCommand } from './base.command.js';
import { Terminal } from './terminal.js';

/** `jarvis status`. */
@Command({ name: 'status', description: 'Say whether the server runs, where, and how it is' })
export class StatusCommand extends BaseCommand {
  constructor(
    private readonly paths: JarvisPaths,
    private readonly terminal: Terminal,
  ) {
    super();
  }

  override async run(): Promise<void> {
    const [{ processManager }, { printStatus }] = await Promise.all([
      import('./server/open-server.js'),
      import('./server/server-status.js'),
    ]);
    process.exitCode = await printStatus(this.paths, processManager(this.paths), this.terminal);
  }

  protected override moreHelp(): string {
    return `
Exit code: 0 it answers, 3 it does not run, 1 something is wrong with it.`;
  }
}
