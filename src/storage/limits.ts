/** Bytes of conversation files whose parsed form is kept in memory: about three times as much is really used. */
export const MAX_CACHED_BYTES = 32 * 1024 * 1024;

/** Conversations kept parsed in memory: one for each session that people go back and forth between. */
export const MAX_CACHED_CONVERSATIONS = 64;

/** Rows of the list of sessions kept in memory, about 0.5 KiB each. */
export const MAX_CACHED_ROWS = 20_000;

/** Characters of a session's first message that its row keeps: more than any title shows. */
export const MAX_ROW_TEXT_LENGTH = 200;

/** Sessions whose files are looked at, and read where they changed, before other work gets a turn: about 1 ms. */
export const ROWS_PER_SLICE = 64;

/** Bytes read from the start of a conversation file to list it: metadata, system prompt and first question fit. */
export const HEAD_BYTES = 64 * 1024;

/** Messages rendered before other work gets a turn: about 1 ms at 1 KiB each. */
export const MESSAGES_PER_SLICE = 250;

/** Bytes written in one call on the event loop, some microseconds; larger pieces go to the thread pool. */
export const SMALL_WRITE_BYTES = 64 * 1024;

/** Bytes of a log that are read at a time from its end. */
export const LOG_CHUNK_BYTES = 64 * 1024;

/** Bytes read from the start of a log in search of the first summary. */
export const LOG_HEAD_BYTES = 4 * 1024 * 1024;

/** First and longest wait, in milliseconds, between two attempts at a lock that another process holds. */
export const LOCK_RETRY_FIRST_MS = 2;
export const LOCK_RETRY_LONGEST_MS = 50;

/** Locks held at once by this process: one file descriptor and about 160 KiB each. */
export const MAX_HELD_LOCKS = 512;

/** Seconds after which a caller who was refused for want of locks may try again. */
export const LOCKS_RETRY_AFTER_SECONDS = 5;

/** Milliseconds for which an answer is kept under its Idempotency-Key: a day. */
export const IDEMPOTENCY_KEPT_MS = 24 * 60 * 60 * 1000;

/** Answers kept under Idempotency-Keys: beyond, the oldest are dropped before their day is over. */
export const MAX_IDEMPOTENCY_RECORDS = 10_000;

/** Milliseconds between two sweeps of kept answers. */
export const IDEMPOTENCY_SWEEP_MS = 10 * 60 * 1000;

/** Characters of an Idempotency-Key. */
export const MAX_IDEMPOTENCY_KEY_LENGTH = 255;

/** Reads of a conversation that is being written elsewhere before what was read last is taken as it is. */
export const READ_ATTEMPTS = 3;
