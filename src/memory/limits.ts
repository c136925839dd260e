/** Limits of memory. Units stand in the names; each has its reason. */

/** Characters of one fact: a paragraph. What is longer is a document. */
export const MAX_FACT_CHARACTERS = 2_000;

/** Characters of a topic and of a source: labels for lists. */
export const MAX_LABEL_CHARACTERS = 80;

/** Characters of a message that may be an order to remember or forget: the longest message of JarvisChat. */
export const MAX_COMMAND_CHARACTERS = 8_000;

/** Facts in one list, newest first: what a page shows and one answer carries (some 200 KiB). */
export const MAX_LISTED_FACTS = 1_000;

/** Facts that one search finds at most, and where nothing is said. */
export const MAX_FOUND_FACTS = 100;
export const DEFAULT_FOUND_FACTS = 10;

/** Facts that go to the model with one message: more would cost more attention than they give. */
export const MAX_INJECTED_FACTS = 5;

/** A fact that matches a message less than this share of how the best one does is left out. */
export const MIN_INJECTED_RANK_SHARE = 0.3;

/** A word that more than this share of all facts hold says nothing about a message, once there are this many facts. */
export const COMMON_WORD_SHARE = 0.5;
export const COMMON_WORD_MIN_FACTS = 10;

/** Facts that "forget" names when more than one matches; of more, the number is said. */
export const MAX_NAMED_FACTS = 5;

/** Facts that "forget everything about" forgets in one go. */
export const MAX_FORGOTTEN_AT_ONCE = 100;

/** Forgotten facts can be brought back for 30 days; then they are gone for good. */
export const FORGOTTEN_KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** Facts in one bulk request: checking them takes some 20 ms, in which nobody else gets a turn. */
export const MAX_BULK_FACTS = 1_000;

/** Facts that a bulk request writes before other work gets a turn: some 10 ms. */
export const FACTS_PER_SLICE = 50;

/** Sessions of which is known what their last message stored. */
export const MAX_REMEMBERED_TURNS = 200;

/** Notes that are searched, the newest first: five years of days. */
export const MAX_NOTE_FILES = 2_000;

/** Bytes of one note that are read. */
export const MAX_NOTE_BYTES = 256 * 1024;

/** Characters of a passage that a search shows; memory_get reads the rest. */
export const MAX_NOTE_EXCERPT = 400;

/** Lines of a note that one call reads at most, and where nothing is said. */
export const MAX_NOTE_LINES = 400;
export const DEFAULT_NOTE_LINES = 60;
