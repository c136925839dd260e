import { Injectable } from '@nestjs/common';
import { isOwner, type Principal } from '../../security/principal.js';
import type { ServiceTool, ToolContext } from '../../tools/tool.js';
import { ServiceToolProvider } from '../../tools/tool-provider.decorator.js';
import { MAX_FACT_CHARACTERS } from '../limits.js';
import { MemoryService } from '../memory.service.js';
import { ThisTurn } from '../this-turn.js';
import { described } from './described-fact.js';
import { optionalNumberArgument, optionalTextArgument, textArgument } from './tool-arguments.js';

/** `memory_add`: remembers a fact, or corrects one. */
@ServiceToolProvider()
@Injectable()
export class MemoryAddTool implements ServiceTool {
  readonly name = 'memory_add';
  readonly description =
    'Remember one fact for later conversations: a decision, an event, how something is set up, what was agreed. One short, complete sentence ' +
    'that can be understood by itself. For lasting attributes of the user (name, time zone) use save_user_info instead. Where a fact that is ' +
    'known has become wrong, give its id as "replaces"; the old words are kept in its history.';
  readonly parameters = {
    type: 'object' as const,
    properties: {
      fact: { type: 'string', description: `The fact, at most ${MAX_FACT_CHARACTERS} characters, e.g. "The backup server moved to 10.0.0.7."` },
      topic: { type: 'string', description: 'A label such as "project"; worked out from the words where absent.' },
      replaces: { type: 'integer', description: 'The id of the fact that this one corrects.' },
    },
    required: ['fact'],
  };

  constructor(
    private readonly memory: MemoryService,
    private readonly thisTurn: ThisTurn,
  ) {}

  isOfferedTo(principal: Principal): boolean {
    return isOwner(principal);
  }

  run(args: Readonly<Record<string, unknown>>, { sessionId }: ToolContext): Promise<unknown> {
    const fact = textArgument(args, 'fact');
    const topic = optionalTextArgument(args, 'topic');
    const replaces = optionalNumberArgument(args, 'replaces');
    const origin = { source: 'tool', sessionId };
    if (replaces !== undefined) {
      return Promise.resolve({ status: 'ok', result: 'corrected', fact: described(this.memory.correct(replaces, fact, origin)) });
    }
    const same = this.thisTurn.sameAs(sessionId, fact);
    const { fact: kept, outcome } = this.memory.add({ fact: same?.fact ?? fact, ...(topic === undefined ? {} : { topic }) }, origin);
    return Promise.resolve({ status: 'ok', result: outcome === 'merged' ? 'known already' : 'added', fact: described(kept) });
  }
}
