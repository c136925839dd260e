import { Injectable } from '@nestjs/common';
import { RunRegistry } from '../../agent/run-registry.js';
import { ConflictError, NotFoundError } from '../../common/domain-error.js';
import { isOwner, type Principal } from '../../security/principal.js';
import type { ServiceTool } from '../../tools/tool.js';
import { ServiceToolProvider } from '../../tools/tool-provider.decorator.js';
import { ConversationsService } from '../conversations.service.js';
import { ID_PARAMETER, idArgument } from './conversation-tool.js';

/** `conversation_delete`: deletes one conversation in which nothing runs, so never the one that calls it. */
@ServiceToolProvider()
@Injectable()
export class ConversationDeleteTool implements ServiceTool {
  readonly name = 'conversation_delete';
  readonly description = 'Delete a conversation for good, only when the user asks for it in so many words. The running one cannot be deleted.';
  readonly parameters = ID_PARAMETER;

  constructor(
    private readonly conversations: ConversationsService,
    private readonly runs: RunRegistry,
  ) {}

  isOfferedTo(principal: Principal): boolean {
    return isOwner(principal);
  }

  async run(args: Readonly<Record<string, unknown>>): Promise<unknown> {
    const id = idArgument(args);
    if (this.runs.activeOf(id).length > 0) throw new ConflictError('The conversation is running; it cannot be deleted now.');
    if (!(await this.conversations.delete(id))) throw new NotFoundError('There is no such conversation. conversation_list gives the ids.');
    return { status: 'ok', deleted: id };
  }
}
