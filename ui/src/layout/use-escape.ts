import { useEffect } from 'react';

/** Calls `onEscape` for the Escape key, wherever the focus is; undefined listens to nothing. */
export function useEscape(onEscape: (() => void) | undefined): void {
  useEffect(() => {
    if (onEscape === undefined) return;
    const listen = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.isComposing) onEscape();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [onEscape]);
}
