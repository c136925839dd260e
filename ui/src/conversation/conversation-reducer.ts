import type { ChatAnswer, RunStatus, ToolCall } from '../api/contract.js';
import type { Problem } from '../api/problem.js';
import { EMPTY_CONVERSATION, type Conversation, type Outcome, type StopState, type Turn } from './conversation.js';

/**
 * What happens in a turn, in the words of the server's own event stream, and what the person does to the conversation.
 * An event of a turn that is not there any more (a new session was begun) changes nothing.
 */
export type ConversationEvent =
  | { type: 'turn-start'; turnId: string; text: string; startedAt: number }
  | { type: 'turn-retry'; turnId: string; startedAt: number }
  | { type: 'turn-stop'; turnId: string; stop: StopState }
  | { type: 'tool-end'; turnId: string; call: ToolCall }
  | { type: 'run-end'; turnId: string; sessionId: string; response: string; status: RunStatus }
  | { type: 'turn-failed'; turnId: string; problem: Problem }
  | { type: 'session-new' };

/** An answer that came in one piece, as the events that it stands for. */
export function eventsOfAnswer(turnId: string, answer: ChatAnswer): ConversationEvent[] {
  const { sessionId, response, status } = answer;
  return [
    ...answer.toolCalls.map((call): ConversationEvent => ({ type: 'tool-end', turnId, call })),
    { type: 'run-end', turnId, sessionId, response, status },
  ];
}

const working = (startedAt: number): Outcome => ({ kind: 'working', startedAt, stop: 'none' });

const withTurn = (conversation: Conversation, turnId: string, change: (turn: Turn) => Turn): Conversation => ({
  ...conversation,
  turns: conversation.turns.map((turn) => (turn.id === turnId ? change(turn) : turn)),
});

/** The next state of the conversation. Pure; unknown turns are left alone. */
export function conversationReducer(conversation: Conversation, event: ConversationEvent): Conversation {
  if (event.type === 'session-new') return EMPTY_CONVERSATION;
  if (event.type === 'turn-start') {
    const turn: Turn = { id: event.turnId, text: event.text, toolCalls: [], outcome: working(event.startedAt) };
    return { ...conversation, turns: [...conversation.turns, turn] };
  }
  if (!conversation.turns.some((turn) => turn.id === event.turnId)) return conversation;
  switch (event.type) {
    case 'turn-retry':
      return withTurn(conversation, event.turnId, (turn) => ({ ...turn, toolCalls: [], outcome: working(event.startedAt) }));
    case 'turn-stop':
      return withTurn(conversation, event.turnId, (turn) =>
        turn.outcome.kind === 'working' ? { ...turn, outcome: { ...turn.outcome, stop: event.stop } } : turn,
      );
    case 'tool-end':
      return withTurn(conversation, event.turnId, (turn) => ({ ...turn, toolCalls: [...turn.toolCalls, event.call] }));
    case 'run-end':
      return {
        ...withTurn(conversation, event.turnId, (turn) => ({
          ...turn,
          outcome: { kind: 'answered', response: event.response, status: event.status },
        })),
        sessionId: event.sessionId,
      };
    case 'turn-failed':
      return withTurn(conversation, event.turnId, (turn) => ({ ...turn, outcome: { kind: 'failed', problem: event.problem } }));
  }
}
