import type { KeyboardEvent, RefObject } from 'react';

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

/** Lets the arrows lead from the search field through the rows (`data-row`) of a list and back. */
export function useListKeys(view: RefObject<HTMLElement | null>, search: RefObject<HTMLElement | null>): (event: KeyboardEvent) => void {
  return (event) => {
    const step = STEPS[event.key];
    if (step === undefined || event.nativeEvent.isComposing || event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLSelectElement) return;
    const stops = [search.current, ...(view.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
    const row = document.activeElement?.closest('li')?.querySelector<HTMLElement>('[data-row]');
    const next = stops[stops.indexOf(row ?? search.current) + step];
    event.preventDefault();
    next?.focus();
  };
}
