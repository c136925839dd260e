import { DiscoveryService } from '@nestjs/core';
import type { Principal } from '../security/principal.js';

/** A message that begins a turn. */
export interface TurnContextRequest {
  readonly sessionId: string;
  readonly message: string;
  readonly principal: Principal;
  /** Aborted when the run is. */
  readonly signal: AbortSignal;
}

/** A passage of a document that an answer cites. */
export interface AnswerCitation {
  /** What stands in square brackets in the answer. */
  number: number;
  /** Where the passage stands, for people: `manual.pdf, page 3`. */
  source: string;
  documentId: string;
  passage: number;
}

/** What a feature fetched for one turn, or did because of its message. */
export interface TurnContext {
  /** Goes to the model with the message, fenced as data by whoever fetched it, and is replayed identically in later turns. */
  readonly context?: string;
  /** What the server did at the message's order, for the person: given before the model's answer and as part of it. The model is told. */
  readonly reply?: string;
  /** What the answer to this turn cites of what was fetched, by its text. */
  readonly cite?: (response: string) => readonly AnswerCitation[];
  /** For the run's log line. */
  readonly notes?: readonly string[];
}

/**
 * Contributes to turns what belongs to one message: memories, documents. It stands with the message and not in the system prompt, whose
 * change would throw away the provider's cache of the whole history. Found by `@TurnContextContributor()`.
 */
export interface TurnContextProvider {
  readonly name: string;
  /** Place among the others' texts, ascending. */
  readonly order: number;
  /** Called once a turn, before the message is stored. Undefined where there is nothing. What it throws leaves it out. */
  prepare(turn: TurnContextRequest): Promise<TurnContext | undefined>;
}

/** Marks a provider class as a TurnContextProvider. */
export const TurnContextContributor = DiscoveryService.createDecorator();
