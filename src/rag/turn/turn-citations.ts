import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { MAX_CITING_SESSIONS } from '../limits.js';
import { CitedPassages } from './cited-passages.js';

/** The numbers of each session's present turn: those that came with its message, and those that the tool found later. */
@Injectable()
export class TurnCitations {
  private readonly turns = new LRUCache<string, CitedPassages>({ max: MAX_CITING_SESSIONS });

  /** Begins a turn, with numbers of its own. */
  begin(sessionId: string): CitedPassages {
    const cited = new CitedPassages();
    this.turns.set(sessionId, cited);
    return cited;
  }

  /** Those of the turn that is going on. */
  of(sessionId: string): CitedPassages {
    return this.turns.get(sessionId) ?? this.begin(sessionId);
  }
}
