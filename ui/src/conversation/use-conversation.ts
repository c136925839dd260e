import { useEffect, useReducer, useState } from 'react';
import { EMPTY_CONVERSATION, lastTurnOf, type Conversation } from './conversation.js';
import { ConversationController } from './conversation-controller.js';
import { conversationReducer } from './conversation-reducer.js';
import { readRunningSession } from './running-session.js';

const initialConversation = (): Conversation => ({ ...EMPTY_CONVERSATION, isReturning: readRunningSession() !== null });

/** The conversation, and who takes what a person does to it. The latter keeps its identity. */
export function useConversation(): [Conversation, ConversationController] {
  const [conversation, dispatch] = useReducer(conversationReducer, undefined, initialConversation);
  const [controller] = useState(() => new ConversationController(dispatch));
  useEffect(() => void controller.returnToRunningTurn(), [controller]);

  const turnCount = conversation.turns.length;
  const isAtRest = lastTurnOf(conversation)?.outcome.kind === 'answered';
  useEffect(() => {
    if (!isAtRest) return;
    const look = () => {
      if (document.visibilityState === 'visible') void controller.catchUp(turnCount);
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [controller, isAtRest, turnCount]);

  return [conversation, controller];
}
