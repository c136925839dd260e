/** The named limits of the agent. Times in milliseconds. */

/** Waits that a provider asks for (Retry-After) before the fallback is tried, per step. */
export const MAX_PROVIDER_WAITS = 3;

/** All such waits of one step together: a person is waiting. */
export const MAX_PROVIDER_WAIT_MS = 20_000;

/** Requests for one step when the history does not fit the model: the first, the summary, two shorter ones. */
export const MAX_OVERFLOW_REQUESTS = 4;

/**
 * The same call with the same result this often in one run ends the loop: nothing new will come of it. High enough
 * for a tool that is asked a few times until something has happened.
 */
export const MAX_IDENTICAL_CALLS = 6;

/** Where the history is cut when it no longer fits: down to this share of the budget, so that it is cut rarely. */
export const TRIM_TARGET_SHARE = 0.5;

/** Tokens kept free for the model's answer: this share of the window, at most MAX_ANSWER_RESERVE_TOKENS. */
export const ANSWER_RESERVE_SHARE = 0.25;
export const MAX_ANSWER_RESERVE_TOKENS = 8_192;

/** Estimated tokens from which on it is worth asking the provider for the model's window. */
export const ASK_WINDOW_FROM_TOKENS = 3_000;

/** Characters of the dropped history that the model is asked to summarise. */
export const MAX_SUMMARY_SOURCE_CHARACTERS = 60_000;

/** Running turns get this long to end after SIGTERM before they are aborted. */
export const SHUTDOWN_GRACE_MS = 10_000;

/** A finished run's events are kept this long, so that a client that comes back gets the rest. */
export const RUN_RETENTION_MS = 5 * 60_000;

/** Finished runs kept at most. */
export const MAX_RETAINED_RUNS = 200;

/** Events of one run kept for replay; beyond it the oldest deltas and outputs are dropped. */
export const MAX_RUN_EVENTS = 20_000;

/** Steps of a plan, and characters of one: more is no plan that anybody reads. */
export const MAX_PLAN_STEPS = 30;
export const MAX_PLAN_STEP_CHARACTERS = 300;
