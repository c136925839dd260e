import { Injectable } from '@nestjs/common';
import { InvalidInputError } from '../../common/domain-error.js';
import { isOwner, type Principal } from '../../security/principal.js';
import { SessionsService } from '../../sessions/sessions.service.js';
import type { ServiceTool, ToolContext } from '../../tools/tool.js';
import { ServiceToolProvider } from '../../tools/tool-provider.decorator.js';
import type { SubAgent } from '../sub-agent.js';
import { SubAgentsService } from '../sub-agents.service.js';

/** `subagents`: lists, reads and stops the sub-agents of this session. */
@ServiceToolProvider()
@Injectable()
export class SubagentsTool implements ServiceTool {
  readonly name = 'subagents';
  readonly description =
    'List the sub-agents that this session started, read what one answered or has done so far, or stop one. Not for waiting: the end of each is announced by itself.';
  readonly parameters = {
    type: 'object' as const,
    properties: {
      action: { type: 'string', enum: ['list', 'log', 'stop'] },
      id: { type: 'string', description: 'Which one, for log and stop.' },
    },
    required: ['action'],
  };

  constructor(
    private readonly subAgents: SubAgentsService,
    private readonly sessions: SessionsService,
  ) {}

  isOfferedTo(principal: Principal): boolean {
    return isOwner(principal);
  }

  async run({ action, id }: Readonly<Record<string, unknown>>, { sessionId }: ToolContext): Promise<unknown> {
    if (action === 'list') return { status: 'ok', subAgents: this.subAgents.list(sessionId).map(short) };
    if (action !== 'log' && action !== 'stop') throw new InvalidInputError('"action" must be list, log or stop.');
    const found = typeof id === 'string' ? this.subAgents.list(sessionId).find((one) => one.id === id) : undefined;
    if (found === undefined) throw new InvalidInputError('"id" must be that of a sub-agent of this session: list says which there are.');
    if (action === 'stop') return { status: 'ok', ...short(await this.subAgents.stop(found.id)) };
    const messages = (await this.sessions.read(found.id))?.messages.slice(-10) ?? [];
    return { status: 'ok', ...short(found), result: found.result, lastMessages: messages };
  }
}

function short({ id, label, status, startedAt, endedAt, tools }: SubAgent): object {
  return { id, label, state: status, startedAt, ...(endedAt === null ? {} : { endedAt }), tools };
}
