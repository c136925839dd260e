import { Injectable } from '@nestjs/common';
import { DomainError } from '../common/domain-error.js';
import type { ChatCommandReply } from '../commands/chat-command.js';
import { ChatCommandsService } from '../commands/chat-commands.service.js';
import { isOwner } from '../security/principal.js';
import type { TurnAnswer } from './agent-event.js';
import type { Run } from './run.js';
import type { TurnRequest } from './turn-request.js';

/** Answers the commands that are entered in a chat. They wait for no turn, ask no model and leave nothing in the session. */
@Injectable()
export class CommandRuns {
  constructor(private readonly commands: ChatCommandsService) {}

  /** The answer to a command; undefined where the message is none. Rejects only with what is a fault of ours. */
  async answer(run: Run, { message, takesCommands = false }: TurnRequest): Promise<TurnAnswer | undefined> {
    const found = takesCommands ? this.commands.find(message) : undefined;
    if (found === undefined) return undefined;
    const { text, sessionId = run.sessionId } = await this.reply(run, found);
    run.emit({ type: 'text-delta', text });
    return {
      sessionId,
      runId: run.runId,
      response: text,
      logSummary: `Answered the command /${found.command.name}.`,
      toolCalls: [],
      status: 'ok',
      perplexity: 0,
      tokensPerSecond: 0,
    };
  }

  private async reply(run: Run, { command, argument }: NonNullable<ReturnType<ChatCommandsService['find']>>): Promise<ChatCommandReply> {
    const { sessionId, runId, principal } = run;
    if (command.isOwnersOnly && !isOwner(principal)) return { text: `Only the owner may use \`/${command.name}\`.` };
    try {
      return await command.run({ argument, sessionId, runId, principal });
    } catch (error) {
      if (error instanceof DomainError) return { text: error.message };
      throw error;
    }
  }
}
