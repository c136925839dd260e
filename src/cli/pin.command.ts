import { Command, SubCommand } from 'nest-commander';
import { JarvisPaths } from '../config/jarvis-paths.js';
import { BaseCommand } from './base.command.js';
import { Terminal } from './terminal.js';

/** `jarvis pin set`. */
@SubCommand({ name: 'set', description: 'Set or change the PIN, read from standard input; whoever is signed in must sign in again' })
export class PinSetCommand extends BaseCommand {
  constructor(
    private readonly paths: JarvisPaths,
    private readonly terminal: Terminal,
  ) {
    super();
  }

  override async run(): Promise<void> {
    const [{ PinStore }, { SystemClock }] = await Promise.all([import('../security/pin/pin-store.js'), import('../common/clock.js')]);
    await new PinStore(this.paths.pinFile, new SystemClock()).set(await enteredPin());
    this.terminal.print('The PIN is set. It holds at once, also on a running server, and ended every session.');
  }

  protected override moreHelp(): string {
    return `
  jarvis pin set              asks for it
  echo 493817 | jarvis pin set
A PIN is 4 to 12 digits. From then on everybody signs in, also on this machine (docs/security.md).
Exit code: 0 it is set, 1 it was refused and nothing changed.`;
  }
}

/** `jarvis pin`: the PIN with which the owner signs in on the page. */
@Command({ name: 'pin', description: 'Set the PIN with which you sign in on the page', subCommands: [PinSetCommand] })
export class PinCommand extends BaseCommand {
  override run(): Promise<void> {
    return Promise.resolve(this.command.help({ error: true }));
  }
}

async function enteredPin(): Promise<string> {
  if (!process.stdin.isTTY) {
    const { readStandardInput } = await import('./standard-input.js');
    return readStandardInput();
  }
  const { InquirerPrompter } = await import('./inquirer-prompter.js');
  const { pinProblem } = await import('../security/pin/pin-rule.js');
  return new InquirerPrompter().secret('New PIN (4 to 12 digits):', pinProblem);
}
