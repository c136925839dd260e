import { useEffect, useRef, type RefObject } from 'react';

/** Puts the focus back into the input when a turn has ended, unless the person has gone to read something meanwhile. */
export function useFocusReturn(input: RefObject<HTMLElement | null>, isWorking: boolean): void {
  const wasWorking = useRef(isWorking);
  useEffect(() => {
    if (wasWorking.current && !isWorking) {
      const focused = document.activeElement;
      if (focused === null || focused.closest('article') === null) input.current?.focus({ preventScroll: true });
    }
    wasWorking.current = isWorking;
  }, [input, isWorking]);
}
