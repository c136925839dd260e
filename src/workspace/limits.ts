/** Bytes of a workspace file that are read: more is not the kind of file that belongs into a prompt. */
export const MAX_FILE_BYTES = 2 * 1024 * 1024;

/** Shares of a file's limit that its beginning and its end keep where it is cut; the rest is for the marker between them. */
export const HEAD_SHARE = 0.7;
export const TAIL_SHARE = 0.2;

/** Characters below which what is left of the total is not used any more. */
export const LEAST_REMAINING = 64;

/** Files that a warning names; the rest is counted. */
export const WARNED_FILES = 3;

/** States of the files for which a session is not warned again. */
export const REMEMBERED_WARNINGS = 32;

/** Sessions whose warnings are remembered. */
export const REMEMBERED_SESSIONS = 500;
