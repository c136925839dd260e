import { Injectable } from '@nestjs/common';
import { ChatCommandProvider, type ChatCommand, type ChatCommandCall, type ChatCommandReply } from '../../commands/chat-command.js';
import { ChatCommandsService } from '../../commands/chat-commands.service.js';

/** `/help`: which commands there are. */
@ChatCommandProvider()
@Injectable()
export class HelpCommand implements ChatCommand {
  readonly name = 'help';
  readonly usage = '';
  readonly summary = 'Show these commands.';
  readonly isOwnersOnly = false;

  constructor(private readonly commands: ChatCommandsService) {}

  run({ principal }: ChatCommandCall): Promise<ChatCommandReply> {
    const lines = this.commands.list(principal).map(({ name, usage, summary }) => `- \`/${name}${usage === '' ? '' : ` ${usage}`}\`: ${summary}`);
    return Promise.resolve({ text: `These are answered at once, without the model:\n\n${lines.join('\n')}` });
  }
}
