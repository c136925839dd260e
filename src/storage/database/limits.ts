/** Limits of the database. Units stand in the names; each has its reason. */

/** How long a write waits for another process's: the event loop waits with it, and a write of ours takes milliseconds. */
export const BUSY_TIMEOUT_MS = 2_000;

/** Statements that are kept prepared, on each of the two connections: more than the features have. */
export const MAX_PREPARED_STATEMENTS = 200;

/** Bytes to which the write-ahead log is cut after a checkpoint: one large import must not leave its size behind. */
export const WAL_SIZE_LIMIT_BYTES = 16 * 1024 * 1024;
