import { Injectable } from '@nestjs/common';
import { ConfigService } from '../../config/config.service.js';
import type { Principal } from '../../security/principal.js';
import type { ServiceTool } from '../../tools/tool.js';
import { ServiceToolProvider } from '../../tools/tool-provider.decorator.js';
import { DEFAULT_FOUND_FACTS } from '../limits.js';
import { mayReadMemory } from '../may-read-memory.js';
import { MemoryService } from '../memory.service.js';
import { described } from './described-fact.js';
import { integerArgument, textArgument } from './tool-arguments.js';

/** Facts that one call finds at most: what a model can weigh. */
const MAX_RESULTS = 50;

/** `memory_search`: looks up facts. */
@ServiceToolProvider()
@Injectable()
export class MemorySearchTool implements ServiceTool {
  readonly name = 'memory_search';
  readonly description =
    'Search the facts that were remembered in earlier conversations. Call it when the user refers to something from before that is not in ' +
    'this conversation. Finds facts that hold any of the words, best first; each with its id, topic, date and where it came from.';
  readonly parameters = {
    type: 'object' as const,
    properties: {
      query: { type: 'string', description: 'Words to look for, e.g. "birthday Ann".' },
      limit: { type: 'integer', description: `How many facts at most, 1 to ${MAX_RESULTS}; ${DEFAULT_FOUND_FACTS} where absent.` },
    },
    required: ['query'],
  };

  constructor(
    private readonly memory: MemoryService,
    private readonly config: ConfigService,
  ) {}

  isOfferedTo(principal: Principal): boolean {
    return mayReadMemory(principal, this.config.settings);
  }

  async run(args: Readonly<Record<string, unknown>>): Promise<unknown> {
    const query = textArgument(args, 'query');
    const limit = integerArgument(args, 'limit', DEFAULT_FOUND_FACTS, MAX_RESULTS);
    const facts = await this.memory.search(query, limit);
    return { status: 'ok', count: facts.length, facts: facts.map(described) };
  }
}
