/** Milliseconds that one hook file may take: a turn waits for it. */
export const HOOK_TIMEOUT_MS = 5_000;

/** Hook files of one folder that are run. */
export const MAX_HOOK_FILES = 20;

/** Sessions whose last prompt is kept for its report, some 30 KiB each. */
export const MAX_KEPT_PROMPTS = 50;

/** Characters of a token, for estimates: the usual figure for English text. */
export const CHARACTERS_PER_TOKEN = 4;
