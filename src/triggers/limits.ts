/** Milliseconds of each unit in a duration like `1h30m`. */
export const UNIT_MS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** The shortest time between two heartbeats: each is a request to the provider. */
export const MIN_HEARTBEAT_MS = 10_000;

/** Characters beside HEARTBEAT_OK that are taken for politeness and not for something to say. */
export const MAX_ACKNOWLEDGEMENT_CHARACTERS = 300;

/** How often the time to the next heartbeat doubles while the provider refuses the key. */
export const MAX_BACK_OFF_DOUBLINGS = 6;
