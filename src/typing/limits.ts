/** Seconds after which a chat is told again that Jarvis is typing, where the settings say nothing. */
export const DEFAULT_TYPING_INTERVAL_SECONDS = 6;

/** Milliseconds without a sign of life from the run after which typing ends by itself. */
export const TYPING_TTL_MS = 120_000;

/** Sends that may fail one after the other before a chat is left alone. */
export const MAX_TYPING_FAILURES = 2;
