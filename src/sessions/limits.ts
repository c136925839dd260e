/** Turns that may wait for one session beside the one that runs; beyond, callers are refused. */
export const MAX_WAITING_TURNS = 32;

/** Seconds after which a refused caller may try again: a short turn's time. */
export const QUEUE_RETRY_AFTER_SECONDS = 5;

/** Milliseconds without the begin or end of any turn after which journals are folded: people take longer to type. */
export const SETTLE_IDLE_MS = 250;

/** Milliseconds after which a journal is folded even though turns keep coming. */
export const SETTLE_LATEST_MS = 5_000;

/** Bytes of journal that are folded at the end of the turn, however soon the next one follows. */
export const SETTLE_BYTES = 8 * 1024 * 1024;

/** Milliseconds after which a fold that failed (a full disk, say) is tried again. */
export const SETTLE_RETRY_MS = 30_000;

/** Sessions on one page of the list: at most, and unless the caller says. */
export const MAX_PAGE_SIZE = 200;
export const DEFAULT_PAGE_SIZE = 50;

/** Log entries in one answer: at most, and unless the caller says. */
export const MAX_LOG_ENTRIES = 200;
export const DEFAULT_LOG_ENTRIES = 20;

/** Logs that are opened at once to find titles. */
export const TITLES_AT_ONCE = 16;

/** Characters of a title that is derived and not given. */
export const TITLE_LENGTH = 80;

/** Characters of a name that a person gives to a session. */
export const MAX_NAME_LENGTH = 200;

/** Characters of a search in the list of sessions. */
export const MAX_SEARCH_LENGTH = 200;
