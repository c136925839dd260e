import { useEffect, useRef, useState, type Dispatch, type SetStateAction } from 'react';
import { lastTurnOf, unansweredText, type Conversation } from './conversation.js';
import { readDraft, writeDraft } from './draft.js';

/**
 * The text in the input. What was typed, and what was sent and not answered, is kept over a reload; what could not be
 * sent comes back into the input, to be sent again or changed, and is not there while it is at work.
 */
export function useDraft(conversation: Conversation): [string, Dispatch<SetStateAction<string>>] {
  const [text, setText] = useState(readDraft);
  const unanswered = unansweredText(conversation);
  const turn = lastTurnOf(conversation);
  const sent = turn?.text;
  const state = conversation.isReturning ? 'returning' : turn?.outcome.kind;
  const lastState = useRef(state);

  useEffect(() => {
    const before = lastState.current;
    lastState.current = state;
    if (before === 'working' && state === 'failed') setText((typed) => typed || unanswered);
    else if (before === 'returning' || (before !== 'working' && state === 'working')) setText((typed) => (typed === sent ? '' : typed));
  }, [state, unanswered, sent]);

  useEffect(() => writeDraft(text || unanswered), [text, unanswered]);

  return [text, setText];
}
