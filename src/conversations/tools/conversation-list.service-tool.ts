import { Injectable } from '@nestjs/common';
import { isOwner, type Principal } from '../../security/principal.js';
import type { ServiceTool, ToolContext } from '../../tools/tool.js';
import { ServiceToolProvider } from '../../tools/tool-provider.decorator.js';
import { ConversationsService } from '../conversations.service.js';
import { MAX_TOLD_CONVERSATIONS } from '../limits.js';

/** `conversation_list`: which conversations there are. */
@ServiceToolProvider()
@Injectable()
export class ConversationListTool implements ServiceTool {
  readonly name = 'conversation_list';
  readonly description = `List all conversations, the last changed first (at most ${MAX_TOLD_CONVERSATIONS}), with their number.`;
  readonly parameters = { type: 'object' as const, properties: {} };

  constructor(private readonly conversations: ConversationsService) {}

  isOfferedTo(principal: Principal): boolean {
    return isOwner(principal);
  }

  async run(_args: Readonly<Record<string, unknown>>, { principal, sessionId }: ToolContext): Promise<unknown> {
    const all = await this.conversations.list(principal);
    const conversations = all.slice(0, MAX_TOLD_CONVERSATIONS).map(({ id, title, updatedAt }) => ({ id, title, updatedAt }));
    return { status: 'ok', count: all.length, running: sessionId, conversations };
  }
}
