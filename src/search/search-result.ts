/** One thing that a search found, as plain text on one line each. */
export interface SearchResult {
  title: string;
  /** http or https; empty where it has no address. */
  url: string;
  content: string;
}
