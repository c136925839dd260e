import { Injectable } from '@nestjs/common';
import { ChatCommandProvider, type ChatCommand, type ChatCommandReply } from '../../commands/chat-command.js';
import { newId } from '../../common/ids.js';

/** `/new`: the chat goes on in another session. */
@ChatCommandProvider()
@Injectable()
export class NewCommand implements ChatCommand {
  readonly name = 'new';
  readonly usage = '';
  readonly summary = 'Begin a new session; the old one is kept.';
  readonly isOwnersOnly = false;

  run(): Promise<ChatCommandReply> {
    const sessionId = newId();
    return Promise.resolve({ text: `A new session begins: \`${sessionId}\`.`, sessionId });
  }
}
