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

/** Bytes of a request's JSON body. */
export const MAX_JSON_BODY_BYTES = 1024 * 1024;

/** Bytes of a stranger's body: enough to sign in. More is refused before it is read. */
export const MAX_STRANGER_BODY_BYTES = 64 * 1024;

/** How much of a refused body is still read, and for how long, so that the client gets to read the answer. */
export const LINGER_BYTES = 16 * 1024 * 1024;
export const LINGER_MS = 2_000;

/** How long the headers, and how long the whole of a request, may take to arrive. An answer may take as long as it likes. */
export const RECEIVE_TIMEOUT_MS = 30_000;

/** How often slow requests are looked for: what the two times above may be exceeded by. */
export const RECEIVE_CHECK_INTERVAL_MS = 1_000;

/** Sockets open at once, all clients together; each costs some kilobytes and a descriptor. */
export const MAX_CONNECTIONS = 1_000;

/** The time over which requests are counted. */
export const RATE_WINDOW_MS = 60_000;

/** Clients whose requests are counted at once; beyond, those unheard for longest are forgotten (about 2 KB each). */
export const MAX_RATE_CLIENTS = 5_000;

/**
 * Requests a minute. Programs of the owner on this machine (benchmarks, scripts in parallel) may ask a thousand times a
 * second: more is a runaway. Guests and strangers are held to what a person with a browser needs.
 */
export const RATE_LIMITS = {
  local: 60_000,
  owner: 600,
  apiKey: 600,
  chat: 24,
  search: 16,
  login: 10,
  stats: 600,
  write: 30,
  read: 240,
} as const;
