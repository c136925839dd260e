import type { AgentEvent } from './agent-event.js';
import { contract, type RunEnding } from './run-log.js';

/** Between what the server did at the message's order and the model's answer. */
const GAP = '\n\n';

/** Gives the reply out before the first text, and again where the text given so far is void. */
export async function* replyFirst<R>(events: AsyncGenerator<AgentEvent, R>, reply: string | undefined): AsyncGenerator<AgentEvent, R> {
  const first = reply === undefined ? undefined : ({ type: 'text-delta', text: reply + GAP } as const);
  if (first !== undefined) yield first;
  for (;;) {
    const step = await events.next();
    if (step.done) return step.value;
    yield step.value;
    if (first !== undefined && step.value.type === 'text-reset') yield first;
  }
}

/** The ending with the reply before its text, also in what is stored: a person who reads the session later sees what they saw. */
export function withReply(ending: RunEnding, reply: string | undefined, saysNothing: boolean): RunEnding {
  if (reply === undefined) return ending;
  const response = saysNothing ? reply : reply + GAP + ending.response;
  return { ...ending, response, stored: contract(response, ending.logSummary) };
}
