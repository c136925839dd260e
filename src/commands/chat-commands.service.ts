import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { isOwner, type Principal } from '../security/principal.js';
import { ChatCommandProvider, type ChatCommand } from './chat-command.js';

/** `/name`, with a bot's name behind it as Telegram writes it in groups, and what follows. */
const COMMAND = /^\/([a-z][a-z_-]{0,31})(?:@\w{1,64})?(?:\s+([\s\S]*))?$/i;

/** Knows the commands of all features. */
@Injectable()
export class ChatCommandsService implements OnApplicationBootstrap {
  private commands: ReadonlyMap<string, ChatCommand> = new Map();

  constructor(private readonly discovery: DiscoveryService) {}

  onApplicationBootstrap(): void {
    const found = this.discovery.getProviders({ metadataKey: ChatCommandProvider.KEY }).map((wrapper) => wrapper.instance as ChatCommand);
    this.commands = new Map(found.sort((a, b) => a.name.localeCompare(b.name)).map((command) => [command.name, command]));
  }

  /** The commands that this caller may give, by name. */
  list(principal: Principal): ChatCommand[] {
    return [...this.commands.values()].filter((command) => isOwner(principal) || !command.isOwnersOnly);
  }

  /** The command in a message; undefined where it is none: a path such as `/etc/hosts` is a message like any other. */
  find(message: string): { command: ChatCommand; argument: string } | undefined {
    const [, name = '', argument = ''] = COMMAND.exec(message.trim()) ?? [];
    const command = this.commands.get(name.toLowerCase());
    return command && { command, argument: argument.trim() };
  }
}
