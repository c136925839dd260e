import { Command, Option } from 'nest-commander';
import { JarvisPaths } from '../config/jarvis-paths.js';
import { BaseCommand } from './base.command.js';
import { ExitCode } from './exit-code.js';
import { Terminal } from './terminal.js';

/** `jarvis doctor`. The checks stand in doctor/checks/. */
@Command({ name: 'doctor', description: 'Look whether everything is in order, and say how to mend what is not' })
export class DoctorCommand extends BaseCommand {
  constructor(
    private readonly paths: JarvisPaths,
    private readonly terminal: Terminal,
  ) {
    super();
  }

  override async run(_arguments: string[], options: { json?: boolean }): Promise<void> {
    const [{ examine }, { reportText }, { SystemClock }] = await Promise.all([
      import('./doctor/doctor.js'),
      import('./doctor/report.js'),
      import('../common/clock.js'),
    ]);
    const findings = await examine(this.paths, new SystemClock());
    const isWell = findings.every(({ state }) => state !== 'problem');
    this.terminal.print(options.json ? JSON.stringify({ ok: isWell, checks: findings }) : reportText(findings, this.terminal.style));
    process.exitCode = isWell ? ExitCode.ok : ExitCode.failure;
  }

  @Option({ flags: '--json', description: 'print one JSON object: {ok, checks: [{name, state, message, remedy?}]}' })
  json(): boolean {
    return true;
  }

  protected override moreHelp(): string {
    return `
Changes nothing. Looks at Node.js, settings, permissions, key, model, port, disk, files and tools.
Exit code: 0 all is well, 1 something is wrong.`;
  }
}
