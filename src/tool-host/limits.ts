/** Limits of the tool host. Units stand in the names; each has its reason. */

/** Between TERM and KILL: long enough to write a state file, short enough that an aborted turn is over within 3 s. */
export const KILL_AFTER_MS = 2000;

/**
 * What the code gets for its answer once nothing that it started is left. `exec` needs about 250 ms where init is slow to collect
 * what died; with the 2 s before KILL a stopped call is over within 3 s.
 */
export const ANSWER_AFTER_END_MS = 500;

/** Between TERM and KILL for what a tool that returned has left in its process group: its answer waits for this. */
export const LEFTOVER_KILL_AFTER_MS = 200;

/** How often it is looked whether ended processes are gone. */
export const END_POLL_MS = 10;

/** What a killed process gets to be gone: it needs no more than to be scheduled once more. */
export const KILLED_AFTER_MS = 100;

/** How long a killed child is waited for that the kernel does not let go. */
export const HELD_CHILD_MS = 1000;

/** How often processes are killed and looked for again: those that fork while they are counted appear in the next look. */
export const KILL_PASSES = 20;

/** Idle children end after this: each holds about 44 MB, and starting one costs about 50 ms. */
export const IDLE_CHILD_MS = 60_000;

/** Idle children that are kept at most; more than these were needed only in a burst. */
export const MAX_IDLE_CHILDREN = 4;

/** Calls that run at once; further ones wait for their turn. 32 children hold about 1.4 GB. */
export const MAX_RUNNING_CHILDREN = 32;

/** V8's heap in a child, in MiB: enough for any reasonable tool, and the bomb ends long before the machine suffers. */
export const CHILD_HEAP_MIB = 512;

/** Resident memory of a child in KiB: buffers live outside V8's heap. */
export const CHILD_RESIDENT_KIB = 1_048_576;

/** How often a running child's memory is read. Between two looks it grows by a few hundred MB at most. */
export const MEMORY_POLL_MS = 200;

/** A returned value as JSON text, in characters: what the server reads in one go without being late for anybody. */
export const MAX_RETURNED_CHARACTERS = 8_388_608;

/** An error's text: more than this is no message but data. */
export const MAX_ERROR_CHARACTERS = 10_000;

/** Output that is kept of a call that did not return, in characters, at each end. */
export const PARTIAL_OUTPUT_CHARACTERS = 16_000;

/** Turns of the event loop without new output after which what was written before the answer counts as read. */
export const QUIET_TURNS = 2;

/** Turns that are waited for quiet at most: a process left behind may print for ever. */
export const MAX_DRAIN_TURNS = 64;

/** Entries of /proc that are read before others get their turn. */
export const PROC_BATCH = 200;
