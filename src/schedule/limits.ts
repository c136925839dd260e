/** Limits of schedules. Units stand in the names; each has its reason. */

/** Jobs: all are looked at whenever one is due. */
export const MAX_JOBS = 500;

/** The shortest interval of a job: a turn of the agent takes longer anyway. */
export const MIN_INTERVAL_MS = 1_000;

/** The longest wait between two looks at the clock, so that a clock that was set, or a machine that slept, is noticed. */
export const MAX_WAIT_MS = 60_000;

/** A run whose time passed while the server was off is caught up if it is no older; else it counts as missed. */
export const CATCH_UP_GRACE_MS = 60 * 60_000;

/** Runs that are kept, all jobs together, and at which number of lines the file is written anew. */
export const MAX_KEPT_RUNS = 2_000;
export const MAX_RUN_LINES = 3_000;

/** Texts that wait for the next wake; beyond, the oldest are forgotten. */
export const MAX_QUEUED_EVENTS = 20;

/** Characters of a text in a job: a name, and what is said to the agent. */
export const MAX_JOB_NAME_LENGTH = 200;
export const MAX_JOB_TEXT_LENGTH = 20_000;

/** Characters of a run's summary and error in the list of runs. */
export const MAX_RUN_TEXT_LENGTH = 500;

/** Runs that one list shows, the newest. */
export const MAX_LISTED_RUNS = 50;
