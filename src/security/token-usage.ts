import { readFileSync } from 'node:fs';
import type { Clock } from '../common/clock.js';
import { writeJsonAtomic } from '../common/atomic-file.js';
import { LAST_USED_RESOLUTION_MS } from './limits.js';

/**
 * When each token was last used. A file of its own, so that the server's notes can never overwrite a revocation that the
 * command line writes at the same moment. Losing it costs nothing but the times: failures are ignored.
 */
export class TokenUsage {
  private readonly noted = new Map<string, number>();
  private writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly file: string,
    private readonly clock: Clock,
  ) {}

  /** Notes a use of a token. Returns at once; the file follows, at most once in LAST_USED_RESOLUTION_MS per token. */
  note(id: string): void {
    const now = this.clock.now();
    const last = this.noted.get(id);
    if (last !== undefined && now.getTime() - last < LAST_USED_RESOLUTION_MS) return;
    this.noted.set(id, now.getTime());
    this.writing = this.writing
      .then(() => writeJsonAtomic(this.file, { ...this.read(), [id]: now.toISOString() }))
      .catch(() => undefined);
  }

  /** Drops what is kept of tokens that no longer exist. */
  keepOnly(ids: readonly string[]): void {
    for (const id of this.noted.keys()) if (!ids.includes(id)) this.noted.delete(id);
    this.writing = this.writing
      .then(() => {
        const all = this.read();
        const kept = Object.fromEntries(Object.entries(all).filter(([id]) => ids.includes(id)));
        return Object.keys(kept).length === Object.keys(all).length ? undefined : writeJsonAtomic(this.file, kept);
      })
      .catch(() => undefined);
  }

  /** Times of last use by token id, ISO 8601. */
  read(): Readonly<Record<string, string>> {
    try {
      const value: unknown = JSON.parse(readFileSync(this.file, 'utf8'));
      const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
      return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
    } catch {
      return {};
    }
  }

  /** Resolves when everything noted so far is on disk. */
  flush(): Promise<void> {
    return this.writing;
  }
}
