/** Characters of an answer that are laid out as Markdown; above it the browser would stand still for a second or more. */
export const MARKDOWN_MAX_CHARACTERS = 100_000;

/** Lines of a tool's result that are shown before "Show all": about half a screen. */
export const RESULT_PREVIEW_LINES = 20;

/** Characters of a tool's result that are shown before "Show all": twenty lines of 200. */
export const RESULT_PREVIEW_CHARACTERS = 4_000;

/** Characters of an argument in the closed line of a tool call; what does not fit the width is cut by the layout. */
export const HEADLINE_CHARACTERS = 160;

/** Characters of an answer that are read aloud by themselves; the rest is in the message area. */
export const ANNOUNCED_CHARACTERS = 600;

/** Pixels from the end of the messages within which a reader counts as being at the end. */
export const AT_END_PIXELS = 48;

/** Milliseconds for which a button says that it has copied. */
export const COPIED_MS = 2_000;

/** Milliseconds between two looks at what waits for a decision, while a turn runs. */
export const APPROVAL_POLL_MS = 1_500;
