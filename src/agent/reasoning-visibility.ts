import type { ReasoningLevel } from '../sessions/reasoning-level.js';
import type { AgentEvent } from './agent-event.js';

/** A turn's events with as much of the model's reasoning as the session wants: none, each piece of thought as a whole, or all as it comes. */
export async function* withReasoning<R>(events: AsyncGenerator<AgentEvent, R>, level: ReasoningLevel): AsyncGenerator<AgentEvent, R> {
  for (let held = ''; ; ) {
    const step = await events.next();
    const event = step.done ? undefined : step.value;
    if (event?.type === 'reasoning-delta' && level !== 'stream') {
      if (level === 'on') held += event.text;
      continue;
    }
    if (held !== '') yield { type: 'reasoning-delta', text: held };
    held = '';
    if (step.done) return step.value;
    yield step.value;
  }
}
