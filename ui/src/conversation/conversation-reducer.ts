import type { Source } from '../api/sources.js';
import type { Problem } from '../api/problem.js';
import type { TurnFrame } from '../api/turn-frame.js';
import { EMPTY_CONVERSATION, newTurn, WORKING, type Conversation, type StopState, type Turn } from './conversation.js';
import { turnReducer } from './turn-reducer.js';

/**
 * What happens to the conversation: frames of the server's event stream, and what the person does. An event of a turn
 * that is not there any more (another session was begun or opened) changes nothing. Instants are in milliseconds since
 * the epoch.
 */
export type ConversationEvent =
  | { type: 'turn-start'; turnId: string; text: string; startedAt: number }
  | { type: 'turn-retry'; turnId: string; startedAt: number }
  | { type: 'turn-stop'; turnId: string; stop: StopState }
  | { type: 'turn-connection'; turnId: string; isConnected: boolean }
  | { type: 'turn-frames'; turnId: string; frames: readonly TurnFrame[]; at: number }
  | { type: 'turn-sources'; turnId: string; sources: readonly Source[] }
  | { type: 'turn-failed'; turnId: string; problem: Problem }
  | { type: 'session-open'; sessionId: string; turns: readonly Turn[] }
  /** The chat goes on in another session, with this turn as its beginning on the page. */
  | { type: 'session-follow'; turnId: string; sessionId: string }
  | { type: 'session-new' };

const withTurn = (conversation: Conversation, turnId: string, change: (turn: Turn) => Turn): Conversation => ({
  ...conversation,
  turns: conversation.turns.map((turn) => (turn.id === turnId ? change(turn) : turn)),
});

/** The next state of the conversation. Pure; unknown turns are left alone. */
export function conversationReducer(conversation: Conversation, event: ConversationEvent): Conversation {
  switch (event.type) {
    case 'session-new':
      return EMPTY_CONVERSATION;
    case 'session-open':
      return { sessionId: event.sessionId, turns: event.turns, isReturning: false };
    case 'turn-start':
      return { ...conversation, turns: [...conversation.turns, newTurn(event.text, event.startedAt, event.turnId)] };
    default:
      return conversation.turns.some((turn) => turn.id === event.turnId) ? turnEvent(conversation, event) : conversation;
  }
}

function turnEvent(conversation: Conversation, event: ConversationEvent & { turnId: string }): Conversation {
  switch (event.type) {
    case 'turn-retry':
      return withTurn(conversation, event.turnId, (turn) => newTurn(turn.text, event.startedAt, turn.id));
    case 'turn-stop':
      return withTurn(conversation, event.turnId, (turn) => whileWorking(turn, { stop: event.stop }));
    case 'turn-connection':
      return withTurn(conversation, event.turnId, (turn) => whileWorking(turn, { isConnected: event.isConnected }));
    case 'turn-failed':
      return withTurn(conversation, event.turnId, (turn) => ({ ...turn, outcome: { kind: 'failed', problem: event.problem } }));
    case 'session-follow':
      return { ...conversation, sessionId: event.sessionId, turns: conversation.turns.filter((turn) => turn.id === event.turnId) };
    case 'turn-sources':
      return withTurn(conversation, event.turnId, (turn) => ({ ...turn, sources: event.sources }));
    case 'turn-frames': {
      const start = event.frames.find((frame) => frame.type === 'run-start');
      const next = withTurn(conversation, event.turnId, (turn) => event.frames.reduce((now, frame) => turnReducer(now, frame, event.at), turn));
      return start === undefined ? next : { ...next, sessionId: start.sessionId };
    }
    default:
      return conversation;
  }
}

function whileWorking(turn: Turn, change: Partial<typeof WORKING & { kind: 'working' }>): Turn {
  return turn.outcome.kind === 'working' ? { ...turn, outcome: { ...turn.outcome, ...change } } : turn;
}
