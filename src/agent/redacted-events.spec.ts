import path from 'node:path';
import { tmpdir } from 'node:os';
import { KnownSecretRedactor } from '../security/known-secret-redactor.js';
import type { AgentEvent } from './agent-event.js';
import { RedactedEvents } from './redacted-events.js';

const SECRET = 'opal-Zebra-4711';
const redactor = new KnownSecretRedactor(path.join(tmpdir(), 'no-such-file'), { MAIL_PASSWORD: SECRET });
const text = (value: string): AgentEvent => ({ type: 'text-delta', text: value });

function shown(events: readonly AgentEvent[]): AgentEvent[] {
  const stream = new RedactedEvents(redactor);
  return [...events.flatMap((event) => stream.push(event)), ...stream.flush()];
}

const textOf = (events: readonly AgentEvent[]): string => events.map((event) => ('text' in event ? event.text : `<${event.type}>`)).join('');

describe('RedactedEvents', () => {
  test.each([...SECRET].map((_, index) => index))('a secret that is cut at %i is not shown', (at) => {
    expect(textOf(shown([text(`it is ${SECRET.slice(0, at)}`), text(`${SECRET.slice(at)}, you know`)]))).toBe('it is [redacted], you know');
  });

  test('a secret in single characters is not shown', () => {
    expect(textOf(shown([...`a ${SECRET} b`].map(text)))).toBe('a [redacted] b');
  });

  test('what only begins like one is shown with the next event, or at the end', () => {
    expect(textOf(shown([text('an op'), text('era, an opal-')]))).toBe('an opera, an opal-');
    const stream = new RedactedEvents(redactor);
    expect(textOf(stream.push(text('an op')))).toBe('an ');
    expect(textOf(stream.push({ type: 'notice', text: '!' }))).toBe('op!');
  });

  test('reasoning and answer do not run together, and void text is dropped', () => {
    const reasoning: AgentEvent = { type: 'reasoning-delta', text: 'opal-' };
    expect(shown([reasoning, text('Zebra-4711')])).toEqual([reasoning, text('Zebra-4711')]);
    expect(textOf(shown([text('x opal-'), { type: 'text-reset' }, text('y')]))).toBe('x <text-reset>y');
  });

  test('text without a secret comes delta by delta', () => {
    const deltas = ['The ', 'weather', ' is fine.'].map(text);
    expect(shown(deltas)).toEqual(deltas);
  });
});
