import type { Memory } from '../api/memories.js';
import { dateInWords } from '../layout/date-in-words.js';

const SOURCES: Record<string, string> = {
  explicit: 'you said so in a chat',
  manual: 'entered by hand',
  tool: 'noted by Jarvis',
};

const CHANGES: Record<string, string> = {
  added: 'First said',
  corrected: 'Corrected',
  merged: 'Said again',
  forgotten: 'Deleted',
  restored: 'Brought back',
};

/** Who said something, in words; another program's own name for itself as it is. */
export const sourceInWords = (source: string): string => SOURCES[source] ?? source;

/** Who said a fact and when, and what it is about. */
export function originInWords({ source, at, topic }: Memory, now: Date): string {
  return [sourceInWords(source), dateInWords(at, now), topic === 'general' ? '' : topic].filter(Boolean).join(' · ');
}

/** What happened to a fact, in words. */
export const changeInWords = (change: string): string => CHANGES[change] ?? change;
