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

/** Bytes of the body of a session's request where nothing else is said, and of a stranger's (the third seed's figure). */
export const DEFAULT_BODY_CAP_BYTES = 64 * 1024;

/** Bytes of the bodies of routes that take more (the third seed's figures). An upload is cut by its own route. */
export const BODY_CAPS: Readonly<Record<string, number>> = {
  '/api/chat': 128 * 1024,
  '/api/search': 128 * 1024,
  '/api/profile': 256 * 1024,
  '/api/memories/bulk': 1024 * 1024,
  '/api/ingest': 1024 * 1024,
  '/api/upload': Number.POSITIVE_INFINITY,
};

/** Characters of a guest's message (the third seed's figure); the owner's is bounded by the body alone. */
export const MAX_GUEST_MESSAGE_CHARACTERS = 8_000;

/** Bytes of a stranger's body: enough to sign in. More is refused before it is read. */
export const MAX_STRANGER_BODY_BYTES = 64 * 1024;

/** How much of a refused body is still read, and for how long, so that the client gets to read the answer. */
export const LINGER_BYTES = 64 * 1024 * 1024;
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

/** How many sessions' worth of requests all guests of one address have together: a new session is cheap, and a family has one address. */
export const GUESTS_PER_ADDRESS = 5;

/**
 * Cost of scrypt for a PIN: N = 2^15, r = 8, p = 3, one of the equal settings of OWASP's password storage cheat sheet (2024). 32 MiB and
 * about a quarter of a second, off the event loop.
 */
export const SCRYPT_COST = { ln: 15, r: 8, p: 3 } as const;

/** Wrong PINs from one address before it is locked out, and for how long (the third seed's figures). */
export const MAX_PIN_FAILURES = 5;
export const PIN_LOCK_MS = 300_000;

/** PINs that wait to be checked, all clients together: one is checked at a time, each costs 32 MiB and a quarter of a second. */
export const MAX_WAITING_PIN_CHECKS = 40;

/** A session that is not used for so long has ended (the third seed's figure). */
export const SESSION_IDLE_MS = 90_000;

/** Sessions at once, all clients together; beyond, the one unused for longest ends (about 300 bytes each). */
export const MAX_SESSIONS = 10_000;

/** Bytes of a logout: an id, or an object with one. */
export const MAX_LOGOUT_BYTES = 1_024;

/** Refused requests that get a line in the audit log each minute; of more, only the number is kept: a flood must not fill the disk. */
export const MAX_AUDITED_REFUSALS = 120;

/** Characters of an audit line's details (the third seed's figure). */
export const MAX_AUDIT_DETAIL_CHARACTERS = 300;

/** Characters of one incident's exception with its stack and causes. */
export const MAX_INCIDENT_CHARACTERS = 20_000;

/** Bytes of incidents.jsonl before it is put aside: thousands of incidents. */
export const MAX_INCIDENT_FILE_BYTES = 10 * 1024 * 1024;
