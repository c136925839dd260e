import { Injectable } from '@nestjs/common';
import { ConfigService } from '../../config/config.service.js';
import { isOwner, type Principal } from '../../security/principal.js';
import type { ServiceTool, ToolContext } from '../../tools/tool.js';
import { ServiceToolProvider } from '../../tools/tool-provider.decorator.js';
import { DEFAULT_FOUND_FACTS } from '../limits.js';
import { mayReadMemory } from '../may-read-memory.js';
import { MemoryService } from '../memory.service.js';
import { MemoryNotes } from '../notes/memory-notes.js';
import { described } from './described-fact.js';
import { integerArgument, textArgument } from './tool-arguments.js';

/** Facts that one call finds at most: what a model can weigh. */
const MAX_RESULTS = 50;

/** `memory_search`: looks up facts and notes. */
@ServiceToolProvider()
@Injectable()
export class MemorySearchTool implements ServiceTool {
  readonly name = 'memory_search';
  readonly description =
    'Search what was remembered in earlier conversations: facts, and the notes in the workspace (memory/*.md, MEMORY.md). Call it when the user refers to ' +
    'something from before that is not in this conversation. Finds what holds any of the words, best first: facts with id, topic, date and where they came ' +
    'from; notes with file and line. memory_get reads more of one.';
  readonly parameters = {
    type: 'object' as const,
    properties: {
      query: { type: 'string', description: 'Words to look for, e.g. "birthday Ann".' },
      limit: { type: 'integer', description: `How many facts, and how many notes, at most, 1 to ${MAX_RESULTS}; ${DEFAULT_FOUND_FACTS} where absent.` },
    },
    required: ['query'],
  };

  constructor(
    private readonly memory: MemoryService,
    private readonly notes: MemoryNotes,
    private readonly config: ConfigService,
  ) {}

  isOfferedTo(principal: Principal): boolean {
    return mayReadMemory(principal, this.config.settings);
  }

  async run(args: Readonly<Record<string, unknown>>, { principal }: ToolContext): Promise<unknown> {
    const query = textArgument(args, 'query');
    const limit = integerArgument(args, 'limit', DEFAULT_FOUND_FACTS, MAX_RESULTS);
    // The notes are the owner's own, also where guests may read facts.
    const [facts, notes] = await Promise.all([this.memory.search(query, limit), isOwner(principal) ? this.notes.search(query, limit) : []]);
    const found = notes.map(({ path, line, text }) => ({ path, line, text }));
    return { status: 'ok', count: facts.length + found.length, facts: facts.map(described), notes: found };
  }
}
