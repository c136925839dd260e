const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Milliseconds before the first retry of a delivery; doubled with each. Short, since most failures are one lost connection. */
export const FIRST_RETRY_MS = 500;

/** Milliseconds between retries at most, so that a message goes out soon after the network is back. */
export const MAX_RETRY_MS = 5 * MINUTE_MS;

/** Milliseconds after which a message that could not be delivered is given up: a day later it would surprise more than help. */
export const DELIVERY_EXPIRES_MS = 24 * HOUR_MS;

/** Deliveries that may wait: beyond it new ones are refused, since a channel that is down that long will not catch up. */
export const MAX_WAITING_DELIVERIES = 1000;

/** Deliveries that are kept after their end: for repetitions under the same key, and for whoever looks what became of them. */
export const MAX_ENDED_DELIVERIES = 1000;

/** Deliveries that are listed at once. */
export const MAX_LISTED_DELIVERIES = 200;

/** Characters (UTF-16 code units) of a message: some fifty pieces of what the strictest channel takes. */
export const MAX_MESSAGE_CHARACTERS = 200_000;

/** Milliseconds that a server which is being stopped waits for deliveries that are under way. */
export const SETTLE_MS = 3 * SECOND_MS;
