/** Limits of the security floor. Units stand in the names; each has its reason. */

/** Shorter values are not searched for: they would be found in ordinary text (a PIN of four digits, `test`). */
export const MIN_SECRET_LENGTH = 8;

/** Tokens in the file: every use reads through all of them. */
export const MAX_TOKENS = 1000;

/** A token's name is shown on one line of a terminal. */
export const MAX_TOKEN_NAME_LENGTH = 100;

/** Scopes that one token may carry. */
export const MAX_TOKEN_SCOPES = 32;

/** How exactly the last use is known: a write per request would cost more than the answer is worth. */
export const LAST_USED_RESOLUTION_MS = 60_000;
