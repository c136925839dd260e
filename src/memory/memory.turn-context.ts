import { Injectable } from '@nestjs/common';
import { ConfigService } from '../config/config.service.js';
import { TurnContextContributor, type TurnContext, type TurnContextProvider, type TurnContextRequest } from '../prompt/turn-context.js';
import { isOwner } from '../security/principal.js';
import { ChatCommands } from './commands/chat-commands.js';
import type { Fact } from './fact.js';
import { mayReadMemory } from './may-read-memory.js';
import { memoryContext } from './memory-context.js';
import { MemoryService } from './memory.service.js';
import { ThisTurn } from './this-turn.js';

const STORED = '[Memory: the server has stored what this message says to remember. Do not store it again with memory_add or save_user_info.]';

/** Memory's part in a turn: orders of the owner are carried out first, then the facts that match the message go to the model with it. */
@TurnContextContributor()
@Injectable()
export class MemoryTurnContext implements TurnContextProvider {
  readonly name = 'memory';
  readonly order = 100;

  constructor(
    private readonly memory: MemoryService,
    private readonly commands: ChatCommands,
    private readonly thisTurn: ThisTurn,
    private readonly config: ConfigService,
  ) {}

  async prepare({ sessionId, message, principal }: TurnContextRequest): Promise<TurnContext | undefined> {
    const { settings } = this.config;
    // Guests neither remember nor forget: what they write is a message like any other.
    const done = isOwner(principal) ? await this.commands.run(message, sessionId) : undefined;
    this.thisTurn.begin(sessionId, done?.stored);
    const facts = settings.memoryEnabled && mayReadMemory(principal, settings) ? await this.relevant(message, done?.stored) : [];
    const context = [...(facts.length === 0 ? [] : [memoryContext(facts)]), ...(done?.stored === undefined ? [] : [STORED])];
    if (context.length === 0 && done === undefined) return undefined;
    return {
      ...(context.length === 0 ? {} : { context: context.join('\n\n') }),
      ...(done === undefined ? {} : { reply: done.reply }),
    };
  }

  private async relevant(message: string, stored: Fact | undefined): Promise<Fact[]> {
    const facts = await this.memory.relevant(message);
    return facts.filter(({ rowid }) => rowid !== stored?.rowid);
  }
}
