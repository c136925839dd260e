import { Injectable } from '@nestjs/common';
import { ChatCommandProvider, type ChatCommand, type ChatCommandCall, type ChatCommandReply } from '../../commands/chat-command.js';
import { InvalidInputError, NotFoundError } from '../../common/domain-error.js';
import { AccessDeniedError } from '../../security/errors.js';
import { isOwner } from '../../security/principal.js';
import { DEFAULT_REASONING_LEVEL, REASONING_LEVELS } from '../../sessions/reasoning-level.js';
import { SessionsService } from '../../sessions/sessions.service.js';

const MEANINGS = '`off`: not shown; `on`: shown with the answer; `stream`: shown while it comes';

/** `/reasoning`: whether people see how the model reasons, in this session. */
@ChatCommandProvider()
@Injectable()
export class ReasoningCommand implements ChatCommand {
  readonly name = 'reasoning';
  readonly usage = REASONING_LEVELS.join('|');
  readonly summary = `Whether you see how the model reasons, in this session. ${MEANINGS}.`;
  readonly isOwnersOnly = false;

  constructor(private readonly sessions: SessionsService) {}

  async run({ argument, sessionId, principal }: ChatCommandCall): Promise<ChatCommandReply> {
    const { metadata } = (await this.sessions.read(sessionId)) ?? {};
    if (metadata !== undefined && !isOwner(principal) && metadata.owner !== principal.id) throw new AccessDeniedError('This session is somebody else\'s.');
    const now = metadata?.reasoningLevel ?? DEFAULT_REASONING_LEVEL;
    if (argument === '') return { text: `Reasoning is \`${now}\`. ${MEANINGS}. Change it with \`/reasoning ${this.usage}\`.` };
    const level = REASONING_LEVELS.find((known) => known === argument.toLowerCase());
    if (level === undefined) throw new InvalidInputError(`\`${argument}\` is no level. Usage: \`/reasoning ${this.usage}\`: ${MEANINGS}.`);
    if (metadata === undefined) throw new NotFoundError('Nothing was said in this session yet, so there is nothing to set. Say something first.');
    await this.sessions.setReasoningLevel(sessionId, level);
    return { text: `Reasoning is \`${level}\` from the next message on.` };
  }
}
