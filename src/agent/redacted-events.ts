import type { SecretRedactor } from '../security/secret-redactor.js';
import type { AgentEvent } from './agent-event.js';
import { redacted } from './redacted-session.js';

type Delta = Extract<AgentEvent, { type: 'text-delta' | 'reasoning-delta' }>;

/**
 * Takes known secrets out of a turn's events. A secret may come in several deltas: what may be the beginning of one is kept back until the
 * next event shows whether it is.
 */
export class RedactedEvents {
  private held: Delta | undefined;

  constructor(private readonly redactor: SecretRedactor) {}

  /** The events that may go out now, in order. */
  push(event: AgentEvent): AgentEvent[] {
    if (event.type !== 'text-delta' && event.type !== 'reasoning-delta') {
      // What is void need not be shown any more.
      const before = event.type === 'text-reset' && this.held?.type === 'text-delta' ? [] : this.flush();
      this.held = undefined;
      return [...before, redacted(event, this.redactor)];
    }
    const before = this.held?.type === event.type ? [] : this.flush();
    const text = (this.held?.text ?? '') + event.text;
    const kept = this.redactor.heldBack(text);
    this.held = kept === 0 ? undefined : { ...event, text: text.slice(text.length - kept) };
    const shown = text.slice(0, text.length - kept);
    return shown === '' ? before : [...before, { ...event, text: this.redactor.redact(shown) }];
  }

  /** What was kept back, which turned out to be no secret. */
  flush(): AgentEvent[] {
    const { held } = this;
    this.held = undefined;
    return held === undefined ? [] : [{ ...held, text: this.redactor.redact(held.text) }];
  }
}
