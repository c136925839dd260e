import { useEffect, useRef, useState, type Dispatch, type SetStateAction } from 'react';
import { lastTurnOf, unansweredText, type Conversation } from './conversation.js';
import { readDraft, writeDraft } from './draft.js';

/**
 * The text in the input. What was typed, and what was sent and not answered, is kept over a reload; what could not be
 * sent comes back into the input, to be sent again or changed.
 */
export function useDraft(conversation: Conversation): [string, Dispatch<SetStateAction<string>>] {
  const [text, setText] = useState(readDraft);
  const unanswered = unansweredText(conversation);
  const outcome = lastTurnOf(conversation)?.outcome.kind;
  const lastOutcome = useRef(outcome);

  useEffect(() => {
    if (lastOutcome.current === 'working' && outcome === 'failed') setText((typed) => typed || unanswered);
    lastOutcome.current = outcome;
  }, [outcome, unanswered]);

  useEffect(() => writeDraft(text || unanswered), [text, unanswered]);

  return [text, setText];
}
