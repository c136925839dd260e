import { Injectable } from '@nestjs/common';
import { RunRegistry } from '../../agent/run-registry.js';
import { isOwner, type Principal } from '../../security/principal.js';
import type { ServiceTool } from '../../tools/tool.js';
import { ServiceToolProvider } from '../../tools/tool-provider.decorator.js';
import { ConversationsService } from '../conversations.service.js';

/** `conversation_delete_all`: deletes all conversations in which nothing runs. */
@ServiceToolProvider()
@Injectable()
export class ConversationDeleteAllTool implements ServiceTool {
  readonly name = 'conversation_delete_all';
  readonly description = 'Delete all conversations but the running ones for good, only when the user asks for exactly that. Ask back before you do.';
  readonly parameters = { type: 'object' as const, properties: {} };

  constructor(
    private readonly conversations: ConversationsService,
    private readonly runs: RunRegistry,
  ) {}

  isOfferedTo(principal: Principal): boolean {
    return isOwner(principal);
  }

  async run(): Promise<unknown> {
    const running = new Set(this.runs.active().map((run) => run.sessionId));
    return { status: 'ok', deleted: await this.conversations.deleteAll(running), kept: [...running] };
  }
}
