import { Injectable } from '@nestjs/common';
import { RunRegistry } from '../../agent/run-registry.js';
import { isOwner, type Principal } from '../../security/principal.js';
import { SessionsService } from '../../sessions/sessions.service.js';
import { withTimestamps } from '../../time/provider-timestamp.js';
import type { ServiceTool } from '../../tools/tool.js';
import { ServiceToolProvider } from '../../tools/tool-provider.decorator.js';
import { SubAgentsStore } from '../sub-agents.store.js';

const DEFAULT_SESSIONS = 20;
const MAX_SESSIONS = 100;

/** `sessions_list`: the sessions there are, and what runs in them. */
@ServiceToolProvider()
@Injectable()
export class SessionsListTool implements ServiceTool {
  readonly name = 'sessions_list';
  readonly description = 'List the sessions, newest first: id, title, last activity, whether something runs in it, and whether it is a sub-agent\'s. Not for waiting.';
  readonly parameters = {
    type: 'object' as const,
    properties: { limit: { type: 'integer', description: `1 to ${MAX_SESSIONS}; ${DEFAULT_SESSIONS} where absent.` } },
    required: [],
  };

  constructor(
    private readonly sessions: SessionsService,
    private readonly runs: RunRegistry,
    private readonly subAgents: SubAgentsStore,
  ) {}

  isOfferedTo(principal: Principal): boolean {
    return isOwner(principal);
  }

  async run({ limit }: Readonly<Record<string, unknown>>): Promise<unknown> {
    const asked = Number(limit ?? DEFAULT_SESSIONS);
    const count = Number.isInteger(asked) ? Math.min(MAX_SESSIONS, Math.max(1, asked)) : DEFAULT_SESSIONS;
    const { sessions, total } = await this.sessions.list({ limit: count });
    const described = sessions.map(({ sessionId, title, lastTs }) => {
      const subAgent = this.subAgents.get(sessionId);
      const kind = subAgent === undefined ? { kind: 'chat' } : { kind: 'sub-agent', label: subAgent.label, parent: subAgent.parent };
      return withTimestamps({ sessionKey: sessionId, title, lastTs, ...kind, running: this.runs.activeOf(sessionId).length }, lastTs);
    });
    return { status: 'ok', total, sessions: described };
  }
}
