/** Limits of the command line. Units stand in the names; each has its reason. */

/** How long `jarvis start` waits for the first answer: a cold, busy machine needs seconds, nobody waits longer than this. */
export const START_TIMEOUT_MS = 60_000;

/** Between two looks at a server that starts. */
export const START_POLL_MS = 100;

/** One question about health: a server that runs answers within milliseconds. */
export const HEALTH_TIMEOUT_MS = 2_000;

/** Time that PM2 gives the server between SIGINT and SIGKILL: the server lets a turn end for up to 10 s. */
export const KILL_TIMEOUT_MS = 15_000;

/**
 * PM2's pause before it starts a crashed server again; it grows by half each time, up to 15 s, and begins anew after
 * 30 s without a crash. The server comes back however long the cause lasts (a full disk), and a loop does not eat the machine.
 */
export const RESTART_BACKOFF_MS = 100;

/** Restarts since `jarvis start` that, with a server that does not answer, are called a crash loop. */
export const CRASH_LOOP_RESTARTS = 3;

/** Log lines that are shown where a start failed. */
export const FAILED_START_LOG_LINES = 20;

/** Log lines that `jarvis logs` shows unless told. */
export const DEFAULT_LOG_LINES = 50;

/** How much of the log's end is read to find the last lines: bounded, however large the file is. */
export const MAX_LOG_TAIL_BYTES = 4 * 1024 * 1024;

/** Between two looks at the log with `--follow`. */
export const LOG_POLL_MS = 300;

/** Characters that a key has at least (docs/setup.md). */
export const MIN_KEY_LENGTH = 10;

/** Models on one page of the list. */
export const MODEL_PAGE_SIZE = 20;

/** Between two looks whether a tool call waits for the owner's decision. */
export const APPROVAL_POLL_MS = 1_000;

/** Characters of a tool's arguments or result that the chat shows on one line. */
export const MAX_SHOWN_TOOL_TEXT = 200;

/** Characters of a running tool's output that the chat shows: the page and the session have the rest. */
export const MAX_SHOWN_LIVE_OUTPUT = 4_000;

/** Characters of a message that is read from standard input: the server's own limit of a body is 1 MiB. */
export const MAX_MESSAGE_LENGTH = 1024 * 1024;

/** Less free space than this and `jarvis doctor` calls the disk full: a conversation must always fit. */
export const MIN_FREE_DISK_BYTES = 200 * 1024 * 1024;

/** The oldest Node.js that Jarvis runs on (package.json, engines). */
export const MIN_NODE_VERSION = [20, 19] as const;
