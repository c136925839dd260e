import { Injectable } from '@nestjs/common';
import { InvalidInputError } from '../../common/domain-error.js';
import { isOwner, type Principal } from '../../security/principal.js';
import type { ServiceTool } from '../../tools/tool.js';
import { ServiceToolProvider } from '../../tools/tool-provider.decorator.js';
import { DEFAULT_NOTE_LINES, MAX_NOTE_LINES } from '../limits.js';
import { MemoryService } from '../memory.service.js';
import { MemoryNotes } from '../notes/memory-notes.js';
import { described } from './described-fact.js';
import { integerArgument, optionalNumberArgument, optionalTextArgument } from './tool-arguments.js';

/** `memory_get`: reads one fact, or lines of one note. */
@ServiceToolProvider()
@Injectable()
export class MemoryGetTool implements ServiceTool {
  readonly name = 'memory_get';
  readonly description =
    'Read what memory_search found: one fact by its "id", or a note by its "path", as many lines as you need from the line that was found. ' +
    'Keeps your context small: ask for the lines that matter and not for whole files.';
  readonly parameters = {
    type: 'object' as const,
    properties: {
      id: { type: 'integer', description: 'Number of a fact.' },
      path: { type: 'string', description: 'A note, e.g. "memory/2026-11-30.md".' },
      from: { type: 'integer', description: 'First line of the note; 1 where absent.' },
      lines: { type: 'integer', description: `How many lines, at most ${MAX_NOTE_LINES}; ${DEFAULT_NOTE_LINES} where absent.` },
    },
    required: [],
  };

  constructor(
    private readonly memory: MemoryService,
    private readonly notes: MemoryNotes,
  ) {}

  isOfferedTo(principal: Principal): boolean {
    return isOwner(principal);
  }

  async run(args: Readonly<Record<string, unknown>>): Promise<unknown> {
    const id = optionalNumberArgument(args, 'id');
    const path = optionalTextArgument(args, 'path');
    if ((id === undefined) === (path === undefined)) throw new InvalidInputError('Give either "id", for a fact, or "path", for a note.');
    if (id !== undefined) return { status: 'ok', fact: described(this.memory.get(id)) };
    const from = optionalNumberArgument(args, 'from') ?? 1;
    return { status: 'ok', ...(await this.notes.lines(path as string, from, integerArgument(args, 'lines', DEFAULT_NOTE_LINES, MAX_NOTE_LINES))) };
  }
}
