/** Limits of what is asked of the provider for clients. Units stand in the names. */

/** Milliseconds for one question about models: people wait for the answer. */
export const PROVIDER_TIMEOUT_MS = 15_000;

/** Characters of the body of `POST /api/show` as JSON: 64 KiB, as JarvisChat has it. */
export const MAX_SHOW_CHARACTERS = 65_536;
