import { DiscoveryService } from '@nestjs/core';
import type { Principal } from '../security/principal.js';

/** A page that an answer rests on, for people. */
export interface AnswerSource {
  title: string;
  /** http or https. */
  url: string;
}

/** What was found for a question, and what is shown with the answer that rests on it. */
export interface Evidence {
  /** Goes to the model with the question, fenced as data by whoever found it. It is not stored: the answer is. */
  readonly context: string;
  /** Stored with the answer. */
  readonly sources: readonly AnswerSource[];
  /** Makes what the model says of it fit for people; it stays as it is where absent. */
  finish?(response: string): string;
}

/** What happens while evidence is looked for. */
export type ResearchEvent = { type: 'search-start' } | { type: 'search-results'; count: number };

/** Looks for evidence and tells what happens meanwhile. Ends with undefined where there is none. */
export type Research = AsyncGenerator<ResearchEvent, Evidence | undefined, void>;

/** An answer that the model would give. */
export interface GivenAnswer {
  /** What the person asked. */
  readonly message: string;
  readonly response: string;
  /** Of the response's tokens; 0 where the provider gives no log probabilities. */
  readonly perplexity: number;
  /** Names of the tools that were called for it. */
  readonly calledTools: readonly string[];
  readonly principal: Principal;
  /** Aborted when the run is. */
  readonly signal: AbortSignal;
}

/**
 * Looks at answers before they count, and finds evidence for those that need it: the model is then asked once more, with the evidence and
 * without tools, and the first answer is void. Found by `@AnswerReviewerProvider()`. What it throws leaves the answer as it is.
 */
export interface AnswerReviewer {
  readonly name: string;
  review(answer: GivenAnswer): Research;
}

/** Marks a provider class as an AnswerReviewer. */
export const AnswerReviewerProvider = DiscoveryService.createDecorator();
