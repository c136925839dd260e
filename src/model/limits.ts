/** Bytes of one streamed answer, reasoning and framing included: far above any real answer, far below what hurts the server. */
export const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

/** Bytes of an error answer that are read; the rest says nothing more. */
export const MAX_ERROR_BODY_BYTES = 64 * 1024;

/** Characters of an answer that a ModelError carries (issue of privacy and of log size). */
export const MAX_ERROR_EXCERPT = 2_000;

/** Characters of a provider's own words inside a message for people. */
export const MAX_PROVIDER_MESSAGE = 300;

/** Milliseconds for the body of an error answer: its status is known, and nobody waits longer for the words. */
export const ERROR_BODY_TIMEOUT_MS = 5_000;

/** Milliseconds that a finished answer's connection may take to end by itself and be used again. */
export const DRAIN_TIMEOUT_MS = 1_000;

/** Milliseconds after which an unused connection is closed: below the 5 s of common servers, so that none is used as it dies. */
export const IDLE_CONNECTION_MS = 4_000;

/** Milliseconds: a longer Retry-After is cut to a day, so that no sum of times overflows. */
export const MAX_RETRY_AFTER_MS = 86_400_000;

/** Milliseconds for asking a provider about a model; the turn waits for it. */
export const DESCRIBE_TIMEOUT_MS = 3_000;

/** Milliseconds that a description is believed. */
export const DESCRIPTION_TTL_MS = 3_600_000;

/** Milliseconds before a provider that told nothing is asked again. */
export const MISSING_DESCRIPTION_TTL_MS = 60_000;

/** Models whose description, refused parameters or replayed reasoning is remembered. */
export const MAX_REMEMBERED_MODELS = 100;

/** Milliseconds for the list of models on demand. */
export const LIST_MODELS_TIMEOUT_MS = 15_000;

/** Bytes of a list of models; OpenRouter's has about one million. */
export const MAX_MODEL_LIST_BYTES = 16 * 1024 * 1024;

/** Milliseconds for a server on this machine to list its models: it answers at once or is not there. */
export const PROBE_TIMEOUT_MS = 1_500;

/** Characters of reasoning that is kept to be sent back with its tool calls, over all conversations. */
export const MAX_REPLAY_CHARACTERS = 4_000_000;
