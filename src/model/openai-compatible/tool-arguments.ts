import { ellipsize, toWellFormedText } from '../../common/text.js';
import { messageOf } from '../../common/domain-error.js';
import { isNestedDeeperThan, MAX_JSON_NESTING } from '../../common/json-nesting.js';
import type { ModelToolCallDelta } from '../chat-model.js';
import { isObject } from '../json-value.js';

/** Characters of the arguments that a problem's description repeats around the place of the fault. */
const CONTEXT_LENGTH = 60;

/** How the answer that a call stands in came to its end, as far as its last call is concerned. */
export type CallEnding = 'whole' | 'output-limit' | 'broken-off';

/** The arguments of a call as they may be handed on: text of a JSON object, or the raw text with the problem. */
export type CheckedArguments = Pick<ModelToolCallDelta, 'arguments' | 'problem'>;

/**
 * Checks the arguments of one call. Blank ones are `{}`; what is not a JSON object is never mended, since a guess
 * would be run. The last call of an answer that was cut may miss its end: it is `cut` even where nothing of the arguments
 * has come yet.
 */
export function checkArguments(raw: string, ending: CallEnding): CheckedArguments {
  const text = toWellFormedText(raw).trim();
  if (text === '' || text === 'null') return ending === 'whole' ? { arguments: '{}' } : cut(text, ending);
  if (isNestedDeeperThan(MAX_JSON_NESTING, Buffer.from(text))) {
    return malformed('{}', `The arguments are nested deeper than ${MAX_JSON_NESTING} levels: send them flatter, or as a file.`);
  }
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return { arguments: text };
    return malformed(text, `The arguments must be a JSON object, but they are ${kindOf(value)}: ${ellipsize(text, CONTEXT_LENGTH)}`);
  } catch (error) {
    if (ending !== 'whole') return cut(text, ending);
    return malformed(text, `The arguments are not valid JSON: ${fault(text, messageOf(error))}`);
  }
}

/** True where a text is a whole JSON object, so that nothing may be added to it. */
export function isWholeObject(text: string): boolean {
  const trimmed = text.trim();
  if (!trimmed.startsWith('{') || !trimmed.endsWith('}')) return false;
  try {
    return isObject(JSON.parse(trimmed));
  } catch {
    return false;
  }
}

function cut(text: string, ending: Exclude<CallEnding, 'whole'>): CheckedArguments {
  const why = ending === 'output-limit' ? 'the output limit was reached' : 'the answer broke off';
  const shown = text === '' ? 'before any argument' : `after ${text.length} characters: ...${text.slice(-CONTEXT_LENGTH)}`;
  const detail = `The arguments end ${shown}, because ${why}. Call again with shorter arguments, or in several calls.`;
  return { arguments: text, problem: { kind: 'cut', detail } };
}

function malformed(text: string, detail: string): CheckedArguments {
  return { arguments: text, problem: { kind: 'malformed', detail } };
}

/** The parser's words and the text around the position that they name. */
function fault(text: string, message: string): string {
  const position = /\bposition (\d+)/.exec(message)?.[1];
  if (position === undefined) return `${message}. They read: ${ellipsize(text, 2 * CONTEXT_LENGTH)}`;
  const at = Number(position);
  const around = toWellFormedText(text.slice(Math.max(0, at - CONTEXT_LENGTH / 2), at + CONTEXT_LENGTH / 2));
  return `${message}, near: ${around}`;
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? 'a list' : `a ${typeof value}`;
}
