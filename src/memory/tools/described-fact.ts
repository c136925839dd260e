import type { Fact } from '../fact.js';

/** A fact as tools show it to the model. */
export interface DescribedFact {
  readonly id: number;
  readonly fact: string;
  readonly topic: string;
  /** ISO 8601 instant at which it was first said. */
  readonly said: string;
  /** Where it came from: a command in chat, the model, the page. */
  readonly source: string;
  readonly session?: string;
}

export function described({ rowid, fact, topic, createdAt, source, sessionId }: Fact): DescribedFact {
  return { id: rowid, fact, topic, said: createdAt, source, ...(sessionId === null ? {} : { session: sessionId }) };
}
