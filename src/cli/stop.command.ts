import { Command } from 'nest-commander';
import { JarvisPaths } from '../config/jarvis-paths.js';
import { BaseCommand } from './base.command.js';
import { Terminal } from './terminal.js';

/** `jarvis stop`. */
@Command({ name: 'stop', description: 'Stop the server; an answer that is under way may end first' })
export class StopCommand extends BaseCommand {
  constructor(
    private readonly paths: JarvisPaths,
    private readonly terminal: Terminal,
  ) {
    super();
  }

  override async run(): Promise<void> {
    const { serverLifecycle } = await import('./server/open-server.js');
    await serverLifecycle(this.paths, this.terminal).stop();
  }
}
