import { Command, Option } from 'nest-commander';
import { JarvisPaths } from '../config/jarvis-paths.js';
import { BaseCommand } from './base.command.js';
import { Terminal } from './terminal.js';

interface ChatOptions {
  session?: string;
  json?: boolean;
}

/** `jarvis chat`. The work is done by chat/run-chat.ts. */
@Command({
  name: 'chat',
  arguments: '[message...]',
  description: 'Talk to the running server: one message, or a conversation at the terminal',
  argsDescription: { message: 'what to say; without it a conversation begins, or standard input is read' },
})
export class ChatCommand extends BaseCommand {
  constructor(
    private readonly paths: JarvisPaths,
    private readonly terminal: Terminal,
  ) {
    super();
  }

  override async run(words: string[], options: ChatOptions): Promise<void> {
    const { runChat } = await import('./chat/run-chat.js');
    const message = words.length === 0 ? undefined : words.join(' ');
    const request = { message, sessionId: options.session, json: options.json ?? false };
    process.exitCode = await runChat(request, this.paths, this.terminal);
  }

  @Option({ flags: '--session <id>', description: 'go on with this session; a new one where it does not exist' })
  session(value: string): string {
    return value;
  }

  @Option({ flags: '--json', description: 'print one JSON object and nothing else, also for errors' })
  json(): boolean {
    return true;
  }

  protected override moreHelp(): string {
    return `
Ctrl-C while the answer is awaited stops it and keeps what was reached; a second one leaves at once.
Exit code: 0 answered, 1 an error, 130 stopped by Ctrl-C.

  jarvis chat
  jarvis chat "what is in my home directory?"
  jarvis chat --session 0d5c6a1e --json "and in /tmp?"
  git diff | jarvis chat`;
  }
}
