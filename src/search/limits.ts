/** Milliseconds for one question to the search engine: it asks others in turn, and a person waits. */
export const SEARCH_TIMEOUT_MS = 10_000;

/** Milliseconds for the question whether there is a search engine. */
export const STATUS_TIMEOUT_MS = 5_000;

/** Milliseconds in which an engine that did not answer is not asked again by itself, so that turns are not slowed. */
export const ENGINE_DOWN_MS = 60_000;

/** Bytes of the engine's answer: a page of results has about 100 kB. */
export const MAX_ENGINE_ANSWER_BYTES = 4 * 1024 * 1024;

/** Characters of a query that a person sends. */
export const MAX_QUERY_CHARACTERS = 500;

/** Characters of a query that is made of a message: engines cut longer ones or find nothing. */
export const MAX_DERIVED_QUERY_CHARACTERS = 100;

/** Characters of a question about the weather or a price: longer messages ask for more, and are not looked through. */
export const MAX_PLAIN_QUESTION_CHARACTERS = 200;

/** Pages that are given to the model of one search; direct answers and infoboxes come beside them. */
export const MAX_PAGES = 5;

/** Direct answers, and infoboxes, of one search. */
export const MAX_DIRECT_ANSWERS = 5;

/** Characters of a result's title and of its text: together a search stays below what a small model can take. */
export const MAX_TITLE_CHARACTERS = 200;
export const MAX_CONTENT_CHARACTERS = 1_000;

/** Results in the digest that stands in for an answer that the model refuses to give. */
export const DIGEST_RESULTS = 3;

/** Perplexity above which an answer counts as a guess. */
export const UNSURE_PERPLEXITY = 15;

/** Characters up to which a reply is short: a refusal may then stand anywhere in it. */
export const SHORT_REPLY_CHARACTERS = 400;

/** Characters at the start of a longer reply in which a refusal counts. */
export const REPLY_START_CHARACTERS = 250;

/** Milliseconds for a page with its redirects. */
export const PAGE_TIMEOUT_MS = 20_000;

/** Bytes of a page, unpacked; what is beyond is left out. */
export const MAX_PAGE_BYTES = 5 * 1024 * 1024;

/** Redirects that are followed: as browsers, real chains are shorter. */
export const MAX_REDIRECTS = 5;

/** Characters of an address. */
export const MAX_URL_CHARACTERS = 2_048;

/** Milliseconds for finding the text of a page, in a process of its own: hostile HTML can take for ever. */
export const PAGE_TEXT_TIMEOUT_MS = 10_000;

/** Characters that the main part of a page must have to be taken for the whole. */
export const MIN_MAIN_CHARACTERS = 250;

/** Nested elements of a page that are read. */
export const MAX_PAGE_DEPTH = 300;
