import { Command } from 'nest-commander';
import { JarvisPaths } from '../config/jarvis-paths.js';
import { BaseCommand } from './base.command.js';
import { Terminal } from './terminal.js';

/** `jarvis start`. What it does stands in server/server-lifecycle.ts, which is loaded only when it runs. */
@Command({ name: 'start', description: 'Start the server in the background and wait until it answers' })
export class StartCommand extends BaseCommand {
  constructor(
    private readonly paths: JarvisPaths,
    private readonly terminal: Terminal,
  ) {
    super();
  }

  override async run(): Promise<void> {
    const { serverLifecycle } = await import('./server/open-server.js');
    await serverLifecycle(this.paths, this.terminal).start();
  }

  protected override moreHelp(): string {
    return `
PM2 keeps the server running as \`jarvis-server\` and starts it again when it crashes.
Everything it prints goes to ~/.jarvis/logs/server.log. Needs \`jarvis setup\` first.`;
  }
}
