/** Generations of sub-agents: the agent's own, and theirs. */
export const MAX_DEPTH = 2;

/** Sub-agents of one session that run at once. */
export const MAX_RUNNING_OF_ONE = 5;

/** Sub-agents that run at once in all: each may hold a request to the provider. */
export const MAX_RUNNING = 8;

/** Seconds that one may take where nothing is said, and at most. */
export const DEFAULT_TIMEOUT_SECONDS = 1_800;
export const MAX_TIMEOUT_SECONDS = 24 * 60 * 60;

/** Characters of a task, a label, and of a result that is announced; the whole answer stays in the sub-agent's session. */
export const MAX_TASK_CHARACTERS = 20_000;
export const MAX_LABEL_CHARACTERS = 80;
export const MAX_ANNOUNCED_CHARACTERS = 8_000;

/** Sub-agents that a list shows, the newest first. */
export const MAX_LISTED = 50;
