import { Injectable, Logger } from '@nestjs/common';
import { messageOf } from '../common/domain-error.js';
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
  private readonly logger = new Logger('Memory');

  constructor(
    private readonly memory: MemoryService,
    private readonly commands: ChatCommands,
    private readonly thisTurn: ThisTurn,
    private readonly config: ConfigService,
  ) {}

  async prepare({ sessionId, message, principal }: TurnContextRequest): Promise<TurnContext> {
    const { settings } = this.config;
    // Guests neither remember nor forget: what they write is a message like any other.
    const done = isOwner(principal) ? await this.commands.run(message, sessionId) : undefined;
    this.thisTurn.begin(sessionId, done?.stored);
    const notes: string[] = [];
    const facts = settings.memoryEnabled && mayReadMemory(principal, settings) ? await this.relevant(message, done?.stored, notes) : [];
    const context = [...(facts.length === 0 ? [] : [memoryContext(facts)]), ...(done?.stored === undefined ? [] : [STORED])];
    return {
      ...(context.length === 0 ? {} : { context: context.join('\n\n') }),
      ...(done === undefined ? {} : { reply: done.reply }),
      notes,
    };
  }

  /** A memory that cannot be read keeps nobody from being answered, nor from being told what their order did. */
  private async relevant(message: string, stored: Fact | undefined, notes: string[]): Promise<Fact[]> {
    try {
      const facts = await this.memory.relevant(message);
      return facts.filter(({ rowid }) => rowid !== stored?.rowid);
    } catch (error) {
      this.logger.error(`Memory could not be searched: ${messageOf(error)}`);
      notes.push(`memory could not be searched: ${messageOf(error)}`);
      return [];
    }
  }
}
