import { CommandRunner } from 'nest-commander';

/** commander's Command, which nest-commander brings along. */
export type CommanderCommand = Parameters<CommandRunner['setCommand']>[0];

/** What all commands have in common: arguments that a command does not know are refused, not ignored. */
export abstract class BaseCommand extends CommandRunner {
  override setCommand(command: CommanderCommand): this {
    command.allowExcessArguments(false).helpOption('-h, --help', 'show this help').addHelpText('after', this.moreHelp());
    return super.setCommand(command);
  }

  /** What the help says below the options. */
  protected moreHelp(): string {
    return '';
  }
}
