import { HEARTBEAT_OK } from '../../agent/loop/answer-format.js';
import { MAX_ACKNOWLEDGEMENT_CHARACTERS } from '../limits.js';

/** What a heartbeat has to say to a person; undefined where it only says that all is well: HEARTBEAT_OK, with a few words before or after it. */
export function wordsOf(response: string): string | undefined {
  const text = response.trim();
  const isAtEdge = text.startsWith(HEARTBEAT_OK) || text.replace(/[.!]+$/, '').endsWith(HEARTBEAT_OK);
  if (!isAtEdge) return text === '' ? undefined : text;
  const rest = text.replace(HEARTBEAT_OK, '').trim();
  return rest.length <= MAX_ACKNOWLEDGEMENT_CHARACTERS ? undefined : rest;
}

/** Whether HEARTBEAT.md asks for anything: headings, comments, rules and empty list items do not. */
export function asksForSomething(file: string): boolean {
  const lines = file.replace(/<!--[\s\S]*?(-->|$)/g, '').split('\n');
  return lines.some((line) => !/^\s*(#.*|[-*_]{3,}\s*|[-*+]\s*(\[[ xX]?\])?\s*)?$/.test(line));
}
