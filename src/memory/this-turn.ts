import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Fact } from './fact.js';
import { addsNothingTo } from './fact-key.js';
import { MAX_REMEMBERED_TURNS } from './limits.js';

/** What the message of each session's present turn had stored, so that the model's own words for it do not become a second fact. */
@Injectable()
export class ThisTurn {
  private readonly stored = new LRUCache<string, Fact>({ max: MAX_REMEMBERED_TURNS });

  /** Begins a turn; forgets what the one before had stored. */
  begin(sessionId: string, stored: Fact | undefined): void {
    if (stored === undefined) this.stored.delete(sessionId);
    else this.stored.set(sessionId, stored);
  }

  /** The fact of this turn to which `text` adds nothing. */
  sameAs(sessionId: string, text: string): Fact | undefined {
    const fact = this.stored.get(sessionId);
    return fact !== undefined && addsNothingTo(text, fact.fact) ? fact : undefined;
  }
}
