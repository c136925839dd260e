import { Injectable } from '@nestjs/common';
import { DomainError } from '../../common/domain-error.js';
import { ellipsize } from '../../common/text.js';
import type { Fact, FactOrigin } from '../fact.js';
import { MAX_FORGOTTEN_AT_ONCE, MAX_NAMED_FACTS } from '../limits.js';
import { MemoryService } from '../memory.service.js';
import { memoryCommandOf, type MemoryCommand } from './memory-command.js';

/** What an order has done: for the person, and the fact that was stored. */
export interface CommandResult {
  readonly reply: string;
  readonly stored?: Fact;
}

/** The `source` of what was ordered in chat. */
const EXPLICIT = 'explicit';

/** Characters of a fact that is named in a reply to forgetting. */
const NAMED_LENGTH = 120;

/** Carries out the orders of chat messages: remember, forget, undo. The caller sees to it that the message is the owner's. */
@Injectable()
export class ChatCommands {
  constructor(private readonly memory: MemoryService) {}

  /** Undefined where the message is no order. What cannot be done is a reply too. */
  async run(message: string, sessionId: string): Promise<CommandResult | undefined> {
    const command = memoryCommandOf(message);
    if (command === undefined) return undefined;
    try {
      return await this.carryOut(command, { source: EXPLICIT, sessionId });
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return { reply: `✗ ${command.kind === 'remember' ? 'Not remembered' : 'Nothing was forgotten'}: ${error.message}` };
    }
  }

  private async carryOut(command: MemoryCommand, origin: FactOrigin): Promise<CommandResult> {
    switch (command.kind) {
      case 'remember': {
        const { fact, outcome } = this.memory.add(command, origin);
        const how = outcome === 'merged' ? 'Remembered already' : 'Remembered';
        return { reply: `✓ ${how} [${fact.topic}]: ${fact.fact}`, stored: fact };
      }
      case 'forget':
        return { reply: await this.forgetAbout(command.term, command.all, origin) };
      case 'forget-numbers': {
        const numbers = command.rowids.map((rowid) => `#${rowid}`).join(', ');
        const facts = this.memory.forget(command.rowids, origin);
        return { reply: facts.length === 0 ? `✗ No memories found with number ${numbers}` : forgotten(facts) };
      }
      case 'undo': {
        const facts = this.memory.undoForgetting(origin);
        if (facts.length === 0) return { reply: '✗ No memories found that could be brought back' };
        return { reply: `✓ Brought back ${counted(facts.length)}: ${named(facts)}` };
      }
    }
  }

  private async forgetAbout(term: string, all: boolean, origin: FactOrigin): Promise<string> {
    const facts = await this.memory.about(term, MAX_FORGOTTEN_AT_ONCE);
    const what = `“${ellipsize(term, NAMED_LENGTH)}”`;
    if (facts.length === 0) return `✗ No memories found about ${what}`;
    if (facts.length > 1 && !all) {
      return (
        `✗ ${counted(facts.length)} match ${what}, so nothing was forgotten yet: ${named(facts)}. ` +
        `Say “forget #${facts[0]?.rowid}” for one of them, or “forget everything about ${ellipsize(term, NAMED_LENGTH)}” for all.`
      );
    }
    return forgotten(this.memory.forget(facts.map(({ rowid }) => rowid), origin), ` about ${what}`);
  }
}

function forgotten(facts: readonly Fact[], about = ''): string {
  return `✓ Forgot ${counted(facts.length)}${about}: ${named(facts)}. Say “undo forget” to bring ${facts.length === 1 ? 'it' : 'them'} back.`;
}

function named(facts: readonly Fact[]): string {
  const shown = facts.slice(0, MAX_NAMED_FACTS).map(({ rowid, fact }) => `#${rowid} ${ellipsize(fact.replace(/\s+/g, ' '), NAMED_LENGTH)}`);
  const more = facts.length - shown.length;
  return shown.join('; ') + (more === 0 ? '' : `; and ${more} more`);
}

function counted(count: number): string {
  return count === 1 ? '1 memory' : `${count} memories`;
}
