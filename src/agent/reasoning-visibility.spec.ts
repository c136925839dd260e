import type { ReasoningLevel } from '../sessions/reasoning-level.js';
import type { AgentEvent } from './agent-event.js';
import { withReasoning } from './reasoning-visibility.js';

const thought = (text: string): AgentEvent => ({ type: 'reasoning-delta', text });
const text: AgentEvent = { type: 'text-delta', text: 'Hi' };

async function* events(): AsyncGenerator<AgentEvent, string> {
  yield thought('first ');
  yield thought('second');
  yield text;
  yield thought('third');
  return 'the end';
}

async function shown(level: ReasoningLevel): Promise<unknown[]> {
  const all: unknown[] = [];
  const visible = withReasoning(events(), level);
  for (;;) {
    const step = await visible.next();
    all.push(step.value);
    if (step.done) return all;
  }
}

test.each([
  ['off', [text, 'the end']],
  ['on', [thought('first second'), text, thought('third'), 'the end']],
  ['stream', [thought('first '), thought('second'), text, thought('third'), 'the end']],
] as const)('reasoning %s', async (level, expected) => expect(await shown(level)).toEqual(expected));
