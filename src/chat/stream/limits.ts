/** Milliseconds between two comments of a stream: proxies cut connections that are silent for 30 to 60 s. */
export const KEEP_ALIVE_MS = 15_000;
