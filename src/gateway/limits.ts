/** Limits of the gateway. Units stand in the names; each has its reason. */

/** Bytes of one inbound frame (policy.maxPayload): as much as a body over HTTP. */
export const MAX_PAYLOAD_BYTES = 1024 * 1024;

/** Bytes that a socket may send before it has authenticated: enough for every connect, too little to fill memory with. */
export const MAX_PAYLOAD_BEFORE_AUTH_BYTES = 64 * 1024;

/** How long a socket may take to authenticate. */
export const HANDSHAKE_TIMEOUT_MS = 10_000;

/** Sockets of one address that wait to be authenticated; a client needs one. */
export const MAX_PENDING_PER_ADDRESS = 32;

/** Authenticated connections of one principal: pages, terminals and programs of one owner. */
export const MAX_CONNECTIONS_PER_PRINCIPAL = 64;

/** Bytes of events that may wait for a slow client (policy.maxBufferedBytes), beyond what can be merged or left out. */
export const MAX_BUFFERED_BYTES = 1024 * 1024;

/** Bytes handed to the operating system before events wait in our own queue, where they can be merged. */
export const SOCKET_HIGH_WATER_BYTES = 64 * 1024;

/** Between two ticks. */
export const TICK_INTERVAL_MS = 30_000;

/** Between two WebSocket pings; a peer that answered none by the next one is gone. */
export const PING_INTERVAL_MS = 20_000;

/** How long what a connection missed is kept after it was lost, and how many bytes of it. */
export const RESUME_RETENTION_MS = 2 * 60_000;
export const RESUME_BUFFER_BYTES = 1024 * 1024;

/** Lost connections whose events are kept. */
export const MAX_LOST_CONNECTIONS = 32;

/** Between two health checks; an answer may be as old. */
export const HEALTH_INTERVAL_MS = 60_000;

/** How long an entry of presence holds that no connection stands behind, and how many there are. */
export const PRESENCE_TTL_MS = 5 * 60_000;
export const MAX_PRESENCE_ENTRIES = 200;

/** Between two `chat` deltas of a run: each carries the whole text so far. */
export const CHAT_DELTA_INTERVAL_MS = 150;

/** Between two `assistant` or `thinking` events of a run: often enough to read along. */
export const AGENT_DELTA_INTERVAL_MS = 40;

/** Requests of one connection that are being worked on. */
export const MAX_REQUESTS_IN_FLIGHT = 64;

/** Frames in a row that are no frames of the protocol, or calls of a role that may not, before the socket is closed. */
export const MAX_CONSECUTIVE_FAULTS = 10;

/** Wrong credentials of one address within a minute before it has to wait, and how long. Not for this machine's own. */
export const MAX_FAILED_AUTHENTICATIONS = 10;
export const FAILED_AUTHENTICATION_WINDOW_MS = 60_000;
export const AUTHENTICATION_LOCKOUT_MS = 5 * 60_000;

/** Problems of one frame that are named in the answer. */
export const MAX_REPORTED_PROBLEMS = 10;

/** Bytes of UTF-8 that the reason of a close frame may have (RFC 6455, 5.5). */
export const MAX_CLOSE_REASON_BYTES = 123;

/** How long sockets may take to close before they are cut. */
export const CLOSE_GRACE_MS = 1_000;

/** chat.history: messages and characters of one text, where the request says nothing, and bytes of the whole answer. */
export const DEFAULT_HISTORY_MESSAGES = 200;
export const DEFAULT_HISTORY_CHARACTERS = 12_000;
export const MAX_HISTORY_BYTES = 6 * 1024 * 1024;

/** logs.tail, where the request says nothing. */
export const DEFAULT_LOG_LINES = 500;
export const DEFAULT_LOG_BYTES = 250_000;

/** agent.wait and node.invoke, where the request says nothing, and the longest that either may wait. */
export const DEFAULT_WAIT_MS = 30_000;
export const MAX_WAIT_MS = 24 * 60 * 60_000;

/** sessions.list, where the request says nothing. */
export const DEFAULT_SESSION_ROWS = 50;

/** Rows of sessions in `status`. */
export const STATUS_SESSION_ROWS = 10;

/** Nodes that wait to be paired; a request is forgotten after five minutes. */
export const MAX_PENDING_PAIRINGS = 50;
export const PAIRING_TTL_MS = 5 * 60_000;

/** Nodes that are paired. */
export const MAX_PAIRED_NODES = 200;

/** Commands that a node may declare. */
export const MAX_NODE_COMMANDS = 200;
