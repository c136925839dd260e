import type { LoggedToolCall } from '../../sessions/session.js';

/** Decides after each step whether the loop ends early. Returns the reason in words, or undefined to go on. */
export type StopCondition = (calls: readonly LoggedToolCall[]) => string | undefined;

/** Ends a run in which one call with the same arguments gave the same result `limit` times: it gets nowhere. */
export function identicalCalls(limit: number): StopCondition {
  return (calls) => {
    const counts = new Map<string, number>();
    for (const call of calls) {
      const key = JSON.stringify([call.name, call.args, call.status, call.result]);
      const count = (counts.get(key) ?? 0) + 1;
      if (count >= limit) return `the tool call ${call.name} was repeated ${limit} times with the same result`;
      counts.set(key, count);
    }
    return undefined;
  };
}
