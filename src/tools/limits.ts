/** Limits of the tools floor. Units stand in the names; each has its reason. */

/** A result longer than this is cut for the model and kept whole in a file: some 8,000 tokens of a context. */
export const MAX_RESULT_CHARACTERS = 30_000;

/** What a cut text keeps at its end: errors and summaries stand there. The rest of the room is its beginning. */
export const CUT_TAIL_SHARE = 1 / 3;

/** A field shorter than this is never cut: the marker would be as long as what it saves. */
export const MIN_CUT_FIELD_CHARACTERS = 2000;

/** Files of long results that are kept of one session; the oldest go first. */
export const MAX_OUTPUT_FILES_PER_SESSION = 200;

/** How long a decision is waited for; then it is deny. A person at the machine needs less, and a turn waits all the time. */
export const APPROVAL_EXPIRES_MS = 120_000;

/** Decisions that wait at once; more are no longer read by anybody. */
export const MAX_PENDING_APPROVALS = 100;

/** Arguments in a line of the audit log: enough to know the command, too little to copy a file. */
export const AUDIT_ARGUMENT_CHARACTERS = 1000;

/** A tool's name in a line of the audit log: a model may ask for any. */
export const AUDIT_NAME_CHARACTERS = 128;

/** Live output that is handed on in full; nobody reads more while it runs by. */
export const LIVE_CHARACTERS = 262_144;

/** After that, so often one more piece of at most MAX_LIVE_LINE_CHARACTERS: what is new, as fast as an eye can follow. */
export const LIVE_INTERVAL_MS = 250;

/** A line of live output is handed on in pieces of this length; progress bars print lines without an end. */
export const MAX_LIVE_LINE_CHARACTERS = 4000;

/** What a service tool gets to end by itself after its signal, as script tools get between TERM and KILL. */
export const SERVICE_TOOL_END_MS = 2000;

/** Longest tool name that providers take. */
export const MAX_TOOL_NAME_LENGTH = 64;
