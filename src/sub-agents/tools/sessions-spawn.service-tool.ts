import { Injectable } from '@nestjs/common';
import { InvalidInputError } from '../../common/domain-error.js';
import { ellipsize } from '../../common/text.js';
import { isOwner, type Principal } from '../../security/principal.js';
import type { ServiceTool, ToolContext } from '../../tools/tool.js';
import { ServiceToolProvider } from '../../tools/tool-provider.decorator.js';
import { DEFAULT_TIMEOUT_SECONDS, MAX_LABEL_CHARACTERS, MAX_TASK_CHARACTERS, MAX_TIMEOUT_SECONDS } from '../limits.js';
import { SubAgentsService } from '../sub-agents.service.js';

/** `sessions_spawn`: starts a sub-agent. */
@ServiceToolProvider()
@Injectable()
export class SessionsSpawnTool implements ServiceTool {
  readonly name = 'sessions_spawn';
  readonly description =
    'Start a sub-agent for a larger part of the work that can go on by itself. It has its own session, knows nothing of this conversation, and has at most your ' +
    'tools. Returns at once; when it ends its answer is announced in this session by itself, so end your turn or do something else meanwhile.';
  readonly parameters = {
    type: 'object' as const,
    properties: {
      task: { type: 'string', description: 'All that it needs to know: what to do, where, and what to answer.' },
      label: { type: 'string', description: 'A few words to know it by.' },
      model: { type: 'string', description: 'Another model for it.' },
      timeoutSeconds: { type: 'integer', description: `After which it is stopped; ${DEFAULT_TIMEOUT_SECONDS} where absent.` },
      tools: { type: 'array', items: { type: 'string' }, description: 'The only tools that it shall have; yours where absent.' },
    },
    required: ['task'],
  };

  constructor(private readonly subAgents: SubAgentsService) {}

  isOfferedTo(principal: Principal): boolean {
    return isOwner(principal);
  }

  async run(args: Readonly<Record<string, unknown>>, { sessionId, principal }: ToolContext): Promise<unknown> {
    const { task, label, model, timeoutSeconds = DEFAULT_TIMEOUT_SECONDS, tools } = args;
    if (typeof task !== 'string' || task.trim() === '' || task.length > MAX_TASK_CHARACTERS) throw new InvalidInputError(`"task" must be a text of 1 to ${MAX_TASK_CHARACTERS} characters.`);
    if (typeof timeoutSeconds !== 'number' || !Number.isInteger(timeoutSeconds) || timeoutSeconds < 1 || timeoutSeconds > MAX_TIMEOUT_SECONDS) {
      throw new InvalidInputError(`"timeoutSeconds" must be a whole number from 1 to ${MAX_TIMEOUT_SECONDS}.`);
    }
    if (tools !== undefined && tools !== null && !(Array.isArray(tools) && tools.every((name) => typeof name === 'string'))) throw new InvalidInputError('"tools" must be a list of names.');
    const begun = await this.subAgents.spawn({
      parent: sessionId,
      principal,
      task,
      label: typeof label === 'string' && label.trim() !== '' ? ellipsize(label.trim(), MAX_LABEL_CHARACTERS) : ellipsize(task.trim().replace(/\s+/g, ' '), MAX_LABEL_CHARACTERS),
      timeoutSeconds,
      ...(typeof model === 'string' && model.trim() !== '' ? { model: model.trim() } : {}),
      ...(Array.isArray(tools) ? { tools: tools as string[] } : {}),
    });
    return { status: 'ok', id: begun.id, label: begun.label, tools: begun.tools, note: 'Its end is announced here by itself. Do not wait or poll for it.' };
  }
}
