/** Characters of an answer that are laid out as Markdown; above it the browser would stand still for a second or more. */
export const MARKDOWN_MAX_CHARACTERS = 100_000;

/** Lines of a tool's result that are shown before "Show all": about half a screen. */
export const RESULT_PREVIEW_LINES = 20;

/** Characters of a tool's result that are shown before "Show all": twenty lines of 200. */
export const RESULT_PREVIEW_CHARACTERS = 4_000;

/** Characters of a title that must not take the page: an argument in the closed line of a tool call, the name of a source. */
export const HEADLINE_CHARACTERS = 160;

/** Characters of an answer that are read aloud by themselves; the rest is in the message area. */
export const ANNOUNCED_CHARACTERS = 600;

/** Pixels from the end of the messages within which a reader counts as being at the end. */
export const AT_END_PIXELS = 48;

/** Milliseconds for which a button says that it has copied. */
export const COPIED_MS = 2_000;

/** Milliseconds between two looks at what waits for a decision, while a turn runs. */
export const APPROVAL_POLL_MS = 1_500;

/** Milliseconds between two looks at what a stream has brought: faster than that nobody reads, and the browser has other work. */
export const STREAM_FLUSH_MS = 50;

/** Milliseconds without a byte after which a stream counts as dead; the server sends a comment every 15 s. */
export const STREAM_SILENCE_MS = 45_000;

/** Milliseconds before a lost stream is taken up again, by the number of failures in a row; the last one for all that follow. */
export const RECONNECT_DELAYS_MS = [300, 1_000, 2_000, 4_000, 8_000];

/** Characters at the end of an answer that is still being written which may be held back until it is clear what they mean. */
export const HELD_BACK_CHARACTERS = 120;

/** Lines of a running tool's output that are shown: what happens now, not what happened. */
export const OUTPUT_SHOWN_LINES = 6;

/** Characters of a running tool's output that are kept: more than those lines hold on any screen. */
export const OUTPUT_KEPT_CHARACTERS = 4_000;

/** Sessions that are listed at once, and with each "Show more". */
export const SESSIONS_PAGE = 30;

/** Milliseconds after the last key before a search is sent. */
export const SEARCH_DELAY_MS = 200;

/** Milliseconds in which a deletion can be undone; only then the server is told. */
export const UNDO_MS = 8_000;

/** Characters of the name of a session: the server takes no more. */
export const NAME_MAX_CHARACTERS = 200;

/** Characters of the title in the name of an exported file: short enough for every file system. */
export const FILE_NAME_CHARACTERS = 60;

/** Memories that are listed at once, and with each "Show more". */
export const MEMORIES_PAGE = 50;

/** Memories that are listed and found at most: the server gives no more. */
export const MEMORIES_LISTED_MAX = 1_000;
export const MEMORIES_FOUND_MAX = 100;

/** Characters of a memory: the server takes no more. */
export const FACT_MAX_CHARACTERS = 2_000;

/** Characters of the profile, of a preset's name and of its text: the server takes no more. */
export const PROFILE_MAX_CHARACTERS = 32_000;
export const PRESET_NAME_MAX_CHARACTERS = 120;
export const PRESET_MAX_CHARACTERS = 12_000;

/** Milliseconds between two looks at how busy the machine is, while that is shown. */
export const STATS_POLL_MS = 5_000;

/** Documents that are listed at once, and with each "Show more". */
export const DOCUMENTS_PAGE = 30;

/** Passages that a search shows: the best ones, more would hardly be read. */
export const PASSAGES_FOUND = 10;

/** Bytes of a file that is sent: the server takes no more. */
export const UPLOAD_MAX_BYTES = 20 * 1024 * 1024;

/** Milliseconds between two looks at how far documents can be found by meaning, while that goes on and is shown. */
export const INDEX_POLL_MS = 2_000;

/** Milliseconds between two signs of life to a server that keeps sessions: it ends them after 90 s without one. */
export const HEARTBEAT_MS = 30_000;

/** Digits of a PIN at most. */
export const PIN_MAX_DIGITS = 12;

/** Characters of what a schedule does that are its name: one line of the list. */
export const SCHEDULE_NAME_CHARACTERS = 80;

/** Characters of what a schedule does: a long message; the server takes more. */
export const SCHEDULE_TEXT_MAX_CHARACTERS = 8_000;
