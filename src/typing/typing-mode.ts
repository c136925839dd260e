import type { TypingMode } from '../config/agent-settings.js';
import type { Settings } from '../config/settings.js';
import { DEFAULT_TYPING_INTERVAL_SECONDS } from './limits.js';

/** The chat that an answer is for. */
export interface TypingSituation {
  kind: 'direct' | 'group';
  /** In a group: it was addressed to Jarvis. */
  isMentioned: boolean;
  /** Nobody said anything: a heartbeat, or an event of the system. */
  isUnasked: boolean;
}

/** When typing begins and how often it is told, by the settings: the session's first, then the agent's, then the kind of chat. */
export function typingSettings(
  { session, agent, agents: { defaults } }: Pick<Settings, 'session' | 'agent' | 'agents'>,
  situation: TypingSituation,
): { mode: TypingMode; intervalMs: number } {
  const seconds = session.typingIntervalSeconds ?? agent.typingIntervalSeconds ?? defaults.typingIntervalSeconds ?? DEFAULT_TYPING_INTERVAL_SECONDS;
  const mode = session.typingMode ?? agent.typingMode ?? defaults.typingMode ?? byKind(situation);
  return { mode: situation.isUnasked ? 'never' : mode, intervalMs: seconds * 1000 };
}

function byKind({ kind, isMentioned }: TypingSituation): TypingMode {
  return kind === 'direct' || isMentioned ? 'instant' : 'message';
}
