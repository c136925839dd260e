import type { SessionLogStore } from '../storage/session-log-store.js';
import type { SessionRow } from '../storage/session-store.js';
import { TITLES_AT_ONCE } from './limits.js';
import { titleOf } from './session-title.js';

/** The titles of sessions, some logs at a time where no name says it. */
export async function titlesOf(rows: readonly SessionRow[], log: SessionLogStore): Promise<string[]> {
  const titles: string[] = [];
  for (let start = 0; start < rows.length; start += TITLES_AT_ONCE) {
    const some = rows.slice(start, start + TITLES_AT_ONCE);
    titles.push(...(await Promise.all(some.map((row) => titleFrom(row, log)))));
  }
  return titles;
}

async function titleFrom(row: SessionRow, log: SessionLogStore): Promise<string> {
  return titleOf({ ...row, summary: row.name === undefined ? await log.firstSummary(row.id) : undefined });
}
