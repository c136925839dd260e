import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { lastTurnOf, type Conversation } from '../conversation/conversation.js';
import { AT_END_PIXELS } from '../limits.js';

interface ReadingPosition {
  /** Whether text has come that the reader has not seen. */
  hasNewBelow: boolean;
  onScroll: () => void;
  goToEnd: () => void;
}

const isAtEnd = (box: HTMLElement): boolean => box.scrollHeight - box.scrollTop - box.clientHeight <= AT_END_PIXELS;

/**
 * Follows the end of the messages only while the reader is there. What the person sends is always shown; an answer that
 * is longer than the room is shown from its beginning, where reading starts.
 */
export function useReadingPosition(box: RefObject<HTMLElement | null>, conversation: Conversation, pendingCount: number): ReadingPosition {
  const [hasNewBelow, setHasNewBelow] = useState(false);
  const wasAtEnd = useRef(true);
  const turn = lastTurnOf(conversation);

  const onScroll = useCallback(() => {
    if (box.current === null) return;
    wasAtEnd.current = isAtEnd(box.current);
    if (wasAtEnd.current) setHasNewBelow(false);
  }, [box]);

  const goToEnd = useCallback(() => {
    box.current?.scrollTo({ top: box.current.scrollHeight });
  }, [box]);

  useLayoutEffect(() => {
    const element = box.current;
    if (element === null || turn === undefined) return setHasNewBelow(false);
    const end = element.scrollHeight - element.clientHeight;
    const follows = wasAtEnd.current || turn.outcome.kind === 'working';
    if (turn.outcome.kind === 'working') element.scrollTop = end;
    else if (follows) element.scrollTop = Math.min(end, topOfTurn(element, turn.id));
    wasAtEnd.current = isAtEnd(element);
    setHasNewBelow(!follows && !wasAtEnd.current);
  }, [box, turn, pendingCount]);

  return { hasNewBelow, onScroll, goToEnd };
}

/** Where the box has to stand for a turn to begin at its upper edge, in pixels. */
function topOfTurn(box: HTMLElement, turnId: string): number {
  const turn = document.getElementById(turnId);
  return turn === null ? box.scrollHeight : turn.offsetTop - parseFloat(getComputedStyle(box).paddingTop);
}
