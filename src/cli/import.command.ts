import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Command, SubCommand } from 'nest-commander';
import { packageRoot } from '../common/package-root.js';
import { BaseCommand } from './base.command.js';
import { Terminal } from './terminal.js';

/** `jarvis import jarvischat`. */
@SubCommand({
  name: 'jarvischat',
  arguments: '<file>',
  description: 'Take over conversations, memories, presets, profile and switches of a JarvisChat database',
  argsDescription: { file: 'its jarvischat.db; it is only read' },
})
export class ImportJarvisChatCommand extends BaseCommand {
  constructor(private readonly terminal: Terminal) {
    super();
  }

  override async run([file = '']: string[]): Promise<void> {
    // A bundle of its own: it holds the half of the server, which no other command should have to load.
    const bundle = pathToFileURL(path.join(packageRoot, 'dist', 'import-jarvischat.js')).href;
    const { importJarvisChat } = (await import(bundle)) as { importJarvisChat(file: string): Promise<string> };
    this.terminal.print(await importJarvisChat(path.resolve(file)));
  }
}

/** `jarvis import`: takes over what other programs kept. */
@Command({ name: 'import', description: 'Take over what another program kept', subCommands: [ImportJarvisChatCommand] })
export class ImportCommand extends BaseCommand {
  override run(): Promise<void> {
    return Promise.resolve(this.command.help({ error: true }));
  }
}
