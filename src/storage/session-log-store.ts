/** What is read of a log. */
export interface LogPage {
  /** Oldest first. */
  readonly entries: readonly Readonly<Record<string, unknown>>[];
  /** Lines on the way that could not be read. */
  readonly skippedLines: number;
}

/**
 * The log of each session: entries are appended and never changed. An entry is a JSON object with `ts`, ISO 8601. Failures
 * are StorageErrors that name the session and no path.
 */
export abstract class SessionLogStore {
  /**
   * Resolves when the entry is written: the death of the process leaves it, and a power cut in the next moments may not. The caller holds
   * the session's lock.
   */
  abstract append(id: string, entry: object): Promise<void>;

  /**
   * The latest `limit` entries, or the latest that are older than the instant `before`. Entries that share the oldest one's
   * instant come along even beyond `limit`, so that going back by `before` leaves none out. Unreadable lines are skipped.
   */
  abstract latest(id: string, options: { limit: number; before?: string }): Promise<LogPage>;

  /** The first `logSummary` that is not empty; undefined as long as there is none. */
  abstract firstSummary(id: string): Promise<string | undefined>;

  /** False where there was none. */
  abstract remove(id: string): Promise<boolean>;
}
