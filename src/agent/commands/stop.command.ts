import { Injectable } from '@nestjs/common';
import { ChatCommandProvider, type ChatCommand, type ChatCommandCall, type ChatCommandReply } from '../../commands/chat-command.js';
import { AccessDeniedError } from '../../security/errors.js';
import { isOwner } from '../../security/principal.js';
import { RunRegistry } from '../run-registry.js';

/** `/stop`: ends what runs in the session, as the abort route does. */
@ChatCommandProvider()
@Injectable()
export class StopCommand implements ChatCommand {
  readonly name = 'stop';
  readonly usage = '';
  readonly summary = 'Stop what is running in this session; what was reached is kept.';
  readonly isOwnersOnly = false;

  constructor(private readonly runs: RunRegistry) {}

  async run({ sessionId, runId, principal }: ChatCommandCall): Promise<ChatCommandReply> {
    const others = this.runs.activeOf(sessionId).filter((run) => run.runId !== runId);
    const stopped = others.filter((run) => isOwner(principal) || run.principal.id === principal.id);
    if (others.length > 0 && stopped.length === 0) throw new AccessDeniedError('What runs here was begun by somebody else.');
    for (const run of stopped) run.abort('stopped with /stop');
    await Promise.allSettled(stopped.map((run) => run.result));
    const count = stopped.length === 1 ? 'What was running has been stopped.' : `${stopped.length} messages at work or waiting have been stopped.`;
    return { text: stopped.length === 0 ? 'Nothing is running in this session.' : count };
  }
}
