import type { RunStatus, ToolCall } from '../api/contract.js';
import type { Problem } from '../api/problem.js';

/** Whether the person wants a running turn to end, and whether the server would not. */
export type StopState = 'none' | 'asked' | 'refused';

/** Where a turn stands. `startedAt` is in milliseconds since the epoch. */
export type Outcome =
  | { kind: 'working'; startedAt: number; stop: StopState }
  | { kind: 'answered'; response: string; status: RunStatus }
  | { kind: 'failed'; problem: Problem };

/** One message of the person and what came of it. */
export interface Turn {
  id: string;
  text: string;
  toolCalls: readonly ToolCall[];
  outcome: Outcome;
}

/** What the page shows. `sessionId` is null until the first answer. */
export interface Conversation {
  sessionId: string | null;
  turns: readonly Turn[];
}

export const EMPTY_CONVERSATION: Conversation = { sessionId: null, turns: [] };

export const lastTurnOf = (conversation: Conversation): Turn | undefined => conversation.turns.at(-1);

export const isWorking = (conversation: Conversation): boolean => lastTurnOf(conversation)?.outcome.kind === 'working';

/** What was sent and not answered yet: it must survive a reload. Empty where there is nothing such. */
export function unansweredText(conversation: Conversation): string {
  const turn = lastTurnOf(conversation);
  return turn === undefined || turn.outcome.kind === 'answered' ? '' : turn.text;
}
