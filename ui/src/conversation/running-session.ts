const KEY = 'jarvis.running-session';

/** The session of the turn that this tab was watching when the page went away; null where there was none. */
export function readRunningSession(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** Keeps the session of the turn that this tab watches, for the case of a reload; null where nothing runs any more. */
export function writeRunningSession(sessionId: string | null): void {
  try {
    if (sessionId === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, sessionId);
  } catch {
    // Storage is off or full: a reload starts anew, and the session is in the list.
  }
}
