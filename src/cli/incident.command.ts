import { Command } from 'nest-commander';
import { JarvisPaths } from '../config/jarvis-paths.js';
import { BaseCommand } from './base.command.js';
import { Terminal } from './terminal.js';

/** `jarvis incident`. */
@Command({
  name: 'incident',
  arguments: '<key>',
  description: 'Show what was behind the key of an unexpected failure (INC-...)',
  argsDescription: { key: 'as the answer or the page said it' },
})
export class IncidentCommand extends BaseCommand {
  constructor(
    private readonly paths: JarvisPaths,
    private readonly terminal: Terminal,
  ) {
    super();
  }

  override async run([key = '']: string[]): Promise<void> {
    const { findIncident } = await import('../security/incidents/find-incident.js');
    const { ts, where, ip, role, version, node, platform, error } = await findIncident(key, this.paths.incidentsFile);
    this.terminal.print(`When     ${ts}`);
    this.terminal.print(`Where    ${where}`);
    if (ip !== undefined) this.terminal.print(`Who      ${role ?? 'none'} at ${ip}`);
    this.terminal.print(`Server   ${version}, Node.js ${node}, ${platform}`);
    this.terminal.print(`\n${error}`);
  }
}
