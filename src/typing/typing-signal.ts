import type { AgentEvent } from '../agent/agent-event.js';
import type { TypingMode } from '../config/agent-settings.js';

/** What an event means for typing: begin, or go on where it has begun. */
export type TypingSignal = 'start' | 'refresh';

/**
 * What an event of a run means for typing in a mode; undefined where it means nothing (docs/channels.md, "Typing"). Text that may yet be a silent
 * answer comes in no event, so that the first text is the first that is shown.
 */
export function typingSignal(event: AgentEvent, mode: TypingMode): TypingSignal | undefined {
  if (mode === 'never') return undefined;
  switch (event.type) {
    case 'run-start':
      return mode === 'instant' ? 'start' : undefined;
    case 'reasoning-delta':
      return mode === 'thinking' ? 'start' : 'refresh';
    case 'text-delta':
      if (event.text.trim() === '') return undefined;
      return mode === 'thinking' ? 'refresh' : 'start';
    case 'tool-start':
    case 'tool-output':
    case 'tool-end':
      return 'refresh';
    default:
      return undefined;
  }
}
