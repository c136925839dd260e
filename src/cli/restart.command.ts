import { Command } from 'nest-commander';
import { JarvisPaths } from '../config/jarvis-paths.js';
import { BaseCommand } from './base.command.js';
import { Terminal } from './terminal.js';

/** `jarvis restart`. */
@Command({ name: 'restart', description: 'Stop the server and start it with the settings as they are now' })
export class RestartCommand extends BaseCommand {
  constructor(
    private readonly paths: JarvisPaths,
    private readonly terminal: Terminal,
  ) {
    super();
  }

  override async run(): Promise<void> {
    const { serverLifecycle } = await import('./server/open-server.js');
    await serverLifecycle(this.paths, this.terminal).restart();
  }
}
