import { useLayoutEffect } from 'react';

/** Calls `onPress` for Ctrl or Cmd with a letter, wherever the focus is. */
export function useShortcut(letter: string, onPress: () => void): void {
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isPlain = !event.shiftKey && !event.altKey && !event.isComposing;
      if (!(event.ctrlKey || event.metaKey) || !isPlain || event.key.toLowerCase() !== letter) return;
      event.preventDefault();
      onPress();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [letter, onPress]);
}
