import type { LoggedToolCall } from '../../sessions/session.js';

/** Decides after each step whether the loop ends early. Returns the reason in words, or undefined to go on. */
export type StopCondition = (calls: readonly LoggedToolCall[]) => string | undefined;

/**
 * Ends a run in which one call with the same arguments gave the same result `limit` times, and nothing that was new came in between: it
 * gets nowhere. A test that is run again after each edit gets somewhere.
 */
export function identicalCalls(limit: number): StopCondition {
  return (calls) => {
    const seen = new Set<string>();
    const sinceNew = new Map<string, number>();
    for (const call of calls) {
      const key = JSON.stringify([call.name, call.args, call.status, call.result]);
      if (!seen.has(key)) sinceNew.clear();
      seen.add(key);
      const count = (sinceNew.get(key) ?? 0) + 1;
      if (count >= limit) return `the tool call ${call.name} was repeated ${limit} times with the same result`;
      sinceNew.set(key, count);
    }
    return undefined;
  };
}
