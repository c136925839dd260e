import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
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
 * Follows the end of the messages only while the reader is there. What the person sends is always shown; what comes in
 * one piece and is longer than the room is shown from its beginning, where reading starts.
 */
export function useReadingPosition(box: RefObject<HTMLElement | null>, conversation: Conversation, pendingCount: number): ReadingPosition {
  const [hasNewBelow, setHasNewBelow] = useState(false);
  const wasAtEnd = useRef(true);
  const height = useRef(0);
  const turn = lastTurnOf(conversation);
  const turnId = turn?.id;
  const lastTurnId = useRef(turnId);

  const look = useCallback(() => {
    if (box.current === null) return;
    wasAtEnd.current = isAtEnd(box.current);
    height.current = box.current.scrollHeight;
    if (wasAtEnd.current) setHasNewBelow(false);
  }, [box]);

  // Who opens a block wants to read it, not to be carried away from it.
  useEffect(() => {
    const element = box.current;
    element?.addEventListener('toggle', look, true);
    return () => element?.removeEventListener('toggle', look, true);
  }, [box, look]);

  const goToEnd = useCallback(() => {
    box.current?.scrollTo({ top: box.current.scrollHeight });
  }, [box]);

  useLayoutEffect(() => {
    const element = box.current;
    if (element === null || turnId === undefined) return setHasNewBelow(false);
    const isNewTurn = turnId !== lastTurnId.current;
    const grown = element.scrollHeight - height.current;
    const end = element.scrollHeight - element.clientHeight;
    const follows = wasAtEnd.current || isNewTurn;
    const isTooMuch = turn?.outcome.kind !== 'working' && (isNewTurn || grown > element.clientHeight);
    if (follows) element.scrollTop = isTooMuch ? Math.min(end, topOfTurn(element, turnId)) : end;
    lastTurnId.current = turnId;
    height.current = element.scrollHeight;
    wasAtEnd.current = isAtEnd(element);
    setHasNewBelow((before) => !wasAtEnd.current && (before || (!follows && grown > 0)));
  }, [box, turn, turnId, pendingCount]);

  return { hasNewBelow, onScroll: look, goToEnd };
}

/** Where the box has to stand for a turn to begin at its upper edge, in pixels. */
function topOfTurn(box: HTMLElement, turnId: string): number {
  const turn = document.getElementById(turnId);
  return turn === null ? box.scrollHeight : turn.offsetTop - parseFloat(getComputedStyle(box).paddingTop);
}
