/** One thing that is remembered. */
export interface Fact {
  /** Its number, never given twice. */
  readonly rowid: number;
  readonly fact: string;
  readonly topic: string;
  /** Where it came from: `explicit` (a command in chat), `manual` (REST), `tool` (the model), or what the caller named. */
  readonly source: string;
  /** The session in which it was said; null where it was in none. */
  readonly sessionId: string | null;
  /** ISO 8601 instants. */
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** A fact that a search found. `rank` is BM25: the lower, the better. */
export interface FoundFact extends Fact {
  readonly rank: number;
}

/** A fact to remember. The topic is worked out from its words where it is not given. */
export interface NewFact {
  readonly fact: string;
  readonly topic?: string;
  /** When it was said, ISO 8601, where that was not now. */
  readonly createdAt?: string;
}

/** Who changes something, as the history keeps it. */
export interface FactOrigin {
  readonly source: string;
  readonly sessionId?: string;
}

/** What became of a fact that was to be remembered: `merged` where the same was known already. */
export interface RememberedFact {
  readonly fact: Fact;
  readonly outcome: 'added' | 'merged';
}

/** What happened to a fact. `merged`: it was said again. */
export type FactChangeKind = 'added' | 'corrected' | 'merged' | 'forgotten' | 'restored';

/** One entry of a fact's history: how it stood afterwards, who did it, when and in which session. */
export interface FactChange {
  readonly change: FactChangeKind;
  readonly fact: string;
  readonly topic: string;
  readonly source: string;
  readonly sessionId: string | null;
  readonly at: string;
}
