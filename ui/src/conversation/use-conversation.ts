import { useCallback, useEffect, useReducer, useRef } from 'react';
import { abortSession, sendMessage } from '../api/jarvis-client.js';
import { problemOfUnreachable, RequestFailedError } from '../api/problem.js';
import { EMPTY_CONVERSATION, type Conversation, type Turn } from './conversation.js';
import { conversationReducer, eventsOfAnswer } from './conversation-reducer.js';

/** The conversation and what a person can do to it. The functions keep their identity. */
export interface ConversationActions {
  conversation: Conversation;
  /** Sends a message. Only one turn runs at a time: the page offers this while nothing runs. */
  send(text: string): void;
  /** Sends the text of a failed turn again, in its place. */
  retry(turn: Turn): void;
  /** Asks the server to end the running turn of the present session; its own answer then arrives as ever. */
  stop(turn: Turn): void;
  /** Clears the page; the next message begins a session. A turn that runs goes on in its session. */
  startNewSession(): void;
}

/** Numbers turns within this page load; an id outlives a new session, so that late answers find nothing. */
let turnCount = 0;

/** Holds the conversation, and talks to the server. */
export function useConversation(): ConversationActions {
  const [conversation, dispatch] = useReducer(conversationReducer, EMPTY_CONVERSATION);
  const request = useRef<AbortController>(null);
  const sessionId = useRef(conversation.sessionId);
  useEffect(() => {
    sessionId.current = conversation.sessionId;
  }, [conversation.sessionId]);

  const run = useCallback(async (turnId: string, text: string) => {
    const controller = new AbortController();
    request.current = controller;
    try {
      const answer = await sendMessage(sessionId.current, text, controller.signal);
      for (const event of eventsOfAnswer(turnId, answer)) dispatch(event);
    } catch (error) {
      if (controller.signal.aborted) return;
      const problem = error instanceof RequestFailedError ? error.problem : problemOfUnreachable();
      dispatch({ type: 'turn-failed', turnId, problem });
    }
  }, []);

  const send = useCallback(
    (text: string) => {
      const turnId = `turn-${++turnCount}`;
      dispatch({ type: 'turn-start', turnId, text, startedAt: Date.now() });
      void run(turnId, text);
    },
    [run],
  );

  const retry = useCallback(
    (turn: Turn) => {
      dispatch({ type: 'turn-retry', turnId: turn.id, startedAt: Date.now() });
      void run(turn.id, turn.text);
    },
    [run],
  );

  const stop = useCallback(async (turnId: string) => {
    if (sessionId.current === null) return;
    dispatch({ type: 'turn-stop', turnId, stop: 'asked' });
    try {
      await abortSession(sessionId.current);
    } catch {
      dispatch({ type: 'turn-stop', turnId, stop: 'refused' });
    }
  }, []);

  const startNewSession = useCallback(() => {
    request.current?.abort();
    sessionId.current = null;
    dispatch({ type: 'session-new' });
  }, []);

  return { conversation, send, retry, stop: (turn) => void stop(turn.id), startNewSession };
}
