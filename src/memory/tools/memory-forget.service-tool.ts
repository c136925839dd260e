import { Injectable } from '@nestjs/common';
import { InvalidInputError } from '../../common/domain-error.js';
import { isOwner, type Principal } from '../../security/principal.js';
import type { ServiceTool, ToolContext } from '../../tools/tool.js';
import { ServiceToolProvider } from '../../tools/tool-provider.decorator.js';
import type { Fact, FactOrigin } from '../fact.js';
import { MAX_FORGOTTEN_AT_ONCE } from '../limits.js';
import { MemoryService } from '../memory.service.js';
import { described } from './described-fact.js';
import { numbersArgument, optionalTextArgument } from './tool-arguments.js';

/** `memory_forget`: forgets facts, or brings back those that were forgotten last. */
@ServiceToolProvider()
@Injectable()
export class MemoryForgetTool implements ServiceTool {
  readonly name = 'memory_forget';
  readonly description =
    'Forget facts that were remembered, when the user asks for it or agrees to it. Name them by their ids (memory_search gives them), or give ' +
    '"about": then the one fact that holds all these words is forgotten, and where several do, none is and they are listed for you to ask the ' +
    'user. With "undo": true the facts that were forgotten last are brought back.';
  readonly parameters = {
    type: 'object' as const,
    properties: {
      ids: { type: 'array', items: { type: 'integer' }, description: 'Ids of the facts.' },
      about: { type: 'string', description: 'What the fact is about, e.g. "old address".' },
      undo: { type: 'boolean', description: 'Bring back what was forgotten last.' },
    },
  };

  constructor(private readonly memory: MemoryService) {}

  isOfferedTo(principal: Principal): boolean {
    return isOwner(principal);
  }

  async run(args: Readonly<Record<string, unknown>>, { sessionId }: ToolContext): Promise<unknown> {
    const origin = { source: 'tool', sessionId };
    if (args.undo === true) {
      const restored = this.memory.undoForgetting(origin);
      return { status: 'ok', restored: restored.map(described) };
    }
    const ids = numbersArgument(args, 'ids');
    if (ids.length > 0) return forgotten(this.memory.forget(ids, origin), 'There is no fact with these ids.');
    const about = optionalTextArgument(args, 'about');
    if (about === undefined) throw new InvalidInputError('memory_forget needs "ids", "about" or "undo": true.');
    return this.forgetAbout(about, origin);
  }

  private async forgetAbout(about: string, origin: FactOrigin): Promise<unknown> {
    const facts = await this.memory.about(about, MAX_FORGOTTEN_AT_ONCE);
    if (facts.length > 1) {
      return { status: 'ok', forgotten: [], matching: facts.map(described), note: 'Several facts match, so none was forgotten. Ask the user which, then call again with ids.' };
    }
    return forgotten(this.memory.forget(facts.map(({ rowid }) => rowid), origin), 'No fact is about this.');
  }
}

function forgotten(facts: readonly Fact[], none: string): unknown {
  return { status: 'ok', forgotten: facts.map(described), note: facts.length === 0 ? none : 'It can be undone with "undo": true.' };
}
