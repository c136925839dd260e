/** Limits of documents. Units stand in the names; each has its reason. */

/** Bytes of one uploaded file: the limit of JarvisChat. */
export const MAX_UPLOAD_BYTES = 20 * 1024 * 1024;

/** Bytes of an upload around its file: boundaries, part headers, the two other fields. */
export const MAX_UPLOAD_FRAME_BYTES = 64 * 1024;

/** Bytes of a field beside the file: a word or an id. */
export const MAX_UPLOAD_FIELD_BYTES = 1024;

/** Characters of text in one document: what 20 MiB of ASCII hold. A PDF could unpack to more than anybody reads. */
export const MAX_DOCUMENT_CHARACTERS = 20 * 1024 * 1024;

/** Bytes of plain text that are read on the event loop (some 8 ms); larger files, HTML and PDF go to a worker. */
export const MAX_INLINE_BYTES = 128 * 1024;

/** How long reading one file may take in the worker: a large PDF takes some 20 s, one that takes longer is made to. */
export const READ_TIMEOUT_MS = 120_000;

/** Megabytes of JavaScript heap that a worker may use: a bomb ends the worker and not the server. */
export const WORKER_HEAP_MIB = 512;

/** How long a worker is kept without work. The one with the built-in model holds some 200 MB. */
export const WORKER_IDLE_MS = 60_000;

/** Characters of one passage. The built-in model is made for sentences and short paragraphs; 1,000 characters are about 170 words. */
export const PASSAGE_CHARACTERS = 1_000;

/** A passage is not ended before this many characters for the sake of a better place. */
export const MIN_PASSAGE_CHARACTERS = 400;

/** Characters that a passage repeats of the one before where that ended within a paragraph: a sentence or two. */
export const PASSAGE_OVERLAP_CHARACTERS = 160;

/** Characters of a title, a source, a file name: labels for lists. */
export const MAX_LABEL_CHARACTERS = 300;

/** Bytes of the JSON of `metadata`: labels, no second document. */
export const MAX_METADATA_BYTES = 16 * 1024;

/** Documents in one page of the list, and where nothing is said. */
export const MAX_LISTED_DOCUMENTS = 200;
export const DEFAULT_LISTED_DOCUMENTS = 50;

/** Passages of a document in one answer. */
export const MAX_LISTED_PASSAGES = 200;
export const DEFAULT_LISTED_PASSAGES = 50;

/** Passages that a search finds, and where nothing is said (as JarvisChat). */
export const MAX_FOUND_PASSAGES = 50;
export const DEFAULT_FOUND_PASSAGES = 3;

/** Passages of each kind of search that are joined to one list. */
export const SEARCH_CANDIDATES = 50;

/** Cosine similarity above which a passage counts as found by meaning (as JarvisChat). */
export const MIN_SIMILARITY = 0.25;

/** The constant of reciprocal rank fusion: 60 in the paper that describes it. */
export const FUSION_RANK_OFFSET = 60;

/** Characters of a query that are searched for: a page. */
export const MAX_QUERY_CHARACTERS = 4_000;

/** How long a search waits for the query's vector; then it goes on with words alone. */
export const QUERY_EMBEDDING_TIMEOUT_MS = 10_000;

/** The same within a turn, where a person waits for the first word; the built-in model starts in half a second. */
export const TURN_EMBEDDING_TIMEOUT_MS = 3_000;

/** Rows that are written before other work gets a turn: some 10 ms. */
export const ROWS_PER_SLICE = 50;

/** Passages that the built-in model is given at once: some 100 ms each, and a query waits behind them. */
export const PASSAGES_PER_BATCH = 4;

/** Passages that go to an embeddings server at once. */
export const PASSAGES_PER_REMOTE_BATCH = 64;

/** How long one request to an embeddings server or to Qdrant may take. */
export const REMOTE_TIMEOUT_MS = 30_000;

/** Waits after failures of the embeddings or the vector store, while there is work to do: doubled each time up to the largest. */
export const FIRST_RETRY_MS = 5_000;
export const LAST_RETRY_MS = 10 * 60_000;

/** How long an upload stays as a context for chat. */
export const UPLOAD_CONTEXT_MS = 60 * 60_000;

/** Characters of an upload that go to the model with a message: some 12,000 tokens. The rest can be found by ingesting it. */
export const MAX_CONTEXT_CHARACTERS = 50_000;

/** Upload contexts that are kept at once: 50 MB at most. */
export const MAX_UPLOAD_CONTEXTS = 500;

/** Passages of documents that go to the model with one message. */
export const MAX_INJECTED_PASSAGES = 3;

/** Share of a message's telling words that a passage must hold to go to the model where its meaning does not match. */
export const MIN_INJECTED_WORD_SHARE = 0.5;

/** Sessions whose present turn's citations are known. */
export const MAX_CITING_SESSIONS = 200;

/** A half stored document of a server that died is removed after this time. */
export const ABANDONED_AFTER_MS = 60 * 60_000;
