import type { RunStatus } from '../api/contract.js';
import type { Fields } from '../api/fields.js';
import type { Citation, Source } from '../api/sources.js';
import type { Problem } from '../api/problem.js';

/** Whether the person wants a running turn to end, and whether the server would not. */
export type StopState = 'none' | 'asked' | 'refused';

/** A tool call. `startedAt` is in milliseconds since the epoch; `output` is the end of what it printed so far. */
export interface ToolStep {
  kind: 'tool';
  callId: string;
  name: string;
  args: Fields;
  status: 'running' | 'ok' | 'error';
  startedAt: number;
  output: string;
  result: unknown;
}

/** What happened on the way to the answer, in the order in which it did. */
export type Step =
  | ToolStep
  | { kind: 'reasoning'; text: string }
  | { kind: 'notice'; text: string }
  /** A web search; `count` is the number of its results, undefined while it is at work, and where it found nothing. */
  | { kind: 'search'; count: number | undefined }
  | { kind: 'checkpoint'; progress: string; remaining: string };

/** Tokens of all requests of a turn together. */
export interface Usage {
  promptTokens: number;
  completionTokens: number;
}

/** Where a turn stands. `isConnected` says whether the page hears of it at the moment. */
export type Outcome =
  | { kind: 'working'; stop: StopState; isConnected: boolean }
  | { kind: 'answered'; status: RunStatus; durationMs: number | undefined }
  | { kind: 'failed'; problem: Problem };

/** One message of the person and what came of it. */
export interface Turn {
  id: string;
  text: string;
  /** Milliseconds since the epoch; undefined where it is not known. */
  startedAt: number | undefined;
  steps: readonly Step[];
  /** The answer as far as it has come. */
  answer: string;
  /** The pages that the answer rests on. */
  sources: readonly Source[];
  /** The passages of documents that the answer cites. */
  citations: readonly Citation[];
  usage: Usage | undefined;
  outcome: Outcome;
}

/** What the page shows. `sessionId` is null until the first event of the first turn. */
export interface Conversation {
  sessionId: string | null;
  turns: readonly Turn[];
  /** Whether the page is on its way back to a turn that ran when it was loaded anew. */
  isReturning: boolean;
}

export const EMPTY_CONVERSATION: Conversation = { sessionId: null, turns: [], isReturning: false };

export const WORKING: Outcome = { kind: 'working', stop: 'none', isConnected: true };

let turnCount = 0;

/** A name for a turn, unique within this page load, so that what comes late for a turn that was put away finds nothing. */
export const newTurnId = (): string => `turn-${++turnCount}`;

/** A turn that has just begun. */
export const newTurn = (text: string, startedAt: number | undefined, id = newTurnId()): Turn => ({
  id,
  text,
  startedAt,
  steps: [],
  answer: '',
  sources: [],
  citations: [],
  usage: undefined,
  outcome: WORKING,
});

export const lastTurnOf = (conversation: Conversation): Turn | undefined => conversation.turns.at(-1);

export const isWorking = (conversation: Conversation): boolean => lastTurnOf(conversation)?.outcome.kind === 'working';

/** What was sent and not answered yet: it must survive a reload. Empty where there is nothing such. */
export function unansweredText(conversation: Conversation): string {
  const turn = lastTurnOf(conversation);
  return turn === undefined || turn.outcome.kind === 'answered' ? '' : turn.text;
}

/** Names the tool calls that run now: another text with each that begins or ends, '' where none runs. */
export const runningCallsOf = (conversation: Conversation): string =>
  (lastTurnOf(conversation)?.steps ?? []).flatMap((step) => (step.kind === 'tool' && step.status === 'running' ? [step.callId] : [])).join();
