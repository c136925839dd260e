const KEY = 'jarvis.draft';

/** What was typed or sent and not answered, kept for this tab over a reload; '' where there is nothing or no storage. */
export function readDraft(): string {
  try {
    return sessionStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
}

/** Keeps `text` for this tab; '' forgets. A browser without storage loses it at a reload and nothing else. */
export function writeDraft(text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, text);
  } catch {
    // Storage is off or full: the text is still in the input.
  }
}
