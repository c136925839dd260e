/** Limits of full-text search. Units stand in the names; each has its reason. */

/** Words of a query that are looked at; of these the rarest are searched for. */
export const MAX_QUERY_WORDS = 32;
export const MAX_SEARCHED_WORDS = 10;

/** Texts that are ranked for one search: 2,000 take some 5 ms. Beyond, rarer words decide, then newer texts. */
export const MAX_RANKED_TEXTS = 2_000;

/** Words that are searched for where even the rarest is in more texts than are ranked: weighing a word costs what it is frequent. */
export const MAX_FREQUENT_WORDS = 2;
