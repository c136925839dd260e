import { MAX_COMMAND_CHARACTERS } from '../limits.js';

/** What a person's message orders memory to do. */
export type MemoryCommand =
  | { readonly kind: 'remember'; readonly fact: string }
  /** `all`: everything about it, however much that is. */
  | { readonly kind: 'forget'; readonly term: string; readonly all: boolean }
  | { readonly kind: 'forget-numbers'; readonly rowids: readonly number[] }
  | { readonly kind: 'undo' };

/** What may stand before an order: an address, a greeting, a courtesy. */
const OPENING = String.raw`(?:(?:hey|hi|hello|ok(?:ay)?|also|and|so|now|oh|well|yes|no|thanks|thank you|jarvis)[\s,.!:–-]+)*(?:(?:can|could|would|will) you please\s+|please,?\s+)?`;

const REMEMBER = [
  String.raw`remember\s*(?:,?\s+that\b|this\s*:|:)`,
  String.raw`(?:do not|don't|dont) forget(?:,?\s+that)?\b`,
  String.raw`(?:please )?note,?\s+that\b`,
  String.raw`keep in mind(?:,?\s+that)?\b`,
].join('|');
const FORGET = String.raw`forget|(?:do not|don't|dont) remember|(?:remove|delete|erase) (?:the |my |all )?memor(?:y|ies)\s+(?=(?:about|of|that)\b)`;

const POLITE_REMEMBER = new RegExp(`^${OPENING.replace(/\?$/, '')}remember(?:,?\\s+that)?\\b`, 'i');
const REMEMBER_AT_START = new RegExp(`^${OPENING}(?:${REMEMBER})`, 'i');
const FORGET_AT_START = new RegExp(`^${OPENING}(?:${FORGET})\\b`, 'i');
const UNDO = new RegExp(`^${OPENING}undo (?:the |my |that |last )*forget(?:ting)?[.!\\s]*$`, 'i');

/** The forms that are also orders where they begin a later sentence. The others are as often part of the talk ("Note that ..."). */
const REMEMBER_LATER = /^(?:please,?\s+remember(?:,?\s+that)?|remember,?\s+that)\b/i;
const FORGET_LATER = /^please,?\s+forget\b/i;

const NUMBERS = /^(?:about )?(?:the )?(?:(?:memor(?:y|ies)|facts?|numbers?)\s+#?|#)\d+(?:\s*(?:,|and|&)\s*(?:and\s+)?#?\d+)*[.!]*$/i;

/** Idioms and words that name nothing: "forget it", "forget what I said". */
const NAMES_NOTHING = /^(?:it|that|this|them|him|her|me|us|you|everything|anything|all|all of (?:it|that|this)|(?:what|everything|anything) (?:i|we|you)\b.*|to\b.*|(?:the|all|any|your) (?:previous|prior|above|earlier)\b.*)$/i;

/**
 * The order that a message is, if it is one. Only imperatives count: at the start of the message, after a courtesy at most, or plainly put at
 * the start of a later sentence; not in a question, a quotation, a list or code. What is to be remembered goes to the end of the
 * message, over all its lines, without a question that follows it. A message longer than MAX_COMMAND_CHARACTERS is none.
 */
export function memoryCommandOf(message: string): MemoryCommand | undefined {
  if (message.length > MAX_COMMAND_CHARACTERS) return undefined;
  const text = message.replace(/[‘’]/g, "'").trim();
  if (UNDO.test(text)) return { kind: 'undo' };
  const remember = POLITE_REMEMBER.exec(text) ?? REMEMBER_AT_START.exec(text);
  if (remember !== null) return rememberCommand(text.slice(remember[0].length));
  const forget = FORGET_AT_START.exec(text);
  if (forget !== null) return forgetCommand(text.slice(forget[0].length));
  return laterCommand(text);
}

function laterCommand(text: string): MemoryCommand | undefined {
  for (const match of text.matchAll(/[.!?]["')]?\s+(?=\p{L})/gu)) {
    const begin = match.index + match[0].length;
    const rest = text.slice(begin);
    const remember = REMEMBER_LATER.exec(rest);
    const forget = remember === null ? FORGET_LATER.exec(rest) : null;
    if ((remember ?? forget) === null || isQuoted(text.slice(0, begin))) continue;
    if (remember !== null) return rememberCommand(rest.slice(remember[0].length));
    if (forget !== null) return forgetCommand(rest.slice(forget[0].length));
  }
  return undefined;
}

/** Within an open code block or quotation, or on a line that quotes. */
function isQuoted(before: string): boolean {
  const count = (pattern: RegExp): number => before.match(pattern)?.length ?? 0;
  return count(/```/g) % 2 === 1 || count(/"/g) % 2 === 1 || count(/[“„]/g) > count(/”/g) || /(?:^|\n)\s*>[^\n]*$/.test(before);
}

function rememberCommand(captured: string): MemoryCommand | undefined {
  const fact = withoutFullStop(withoutQuestions(captured.replace(/^[\s,:–-]+/, '')));
  return fact === '' || fact.endsWith('?') ? undefined : { kind: 'remember', fact };
}

function forgetCommand(captured: string): MemoryCommand | undefined {
  const text = withoutFullStop(withoutQuestions(captured.replace(/^[\s,:–-]+/, '')));
  if (NUMBERS.test(text)) return { kind: 'forget-numbers', rowids: (text.match(/\d{1,15}/g) ?? []).map(Number) };
  const [, all, named = ''] = /^((?:everything|all|anything)(?: (?:of|that|you know))*\s+(?=about\b))?(?:about\s+)?(?:that\s+)?([\s\S]*)$/i.exec(text) ?? [];
  const term = named.trim();
  if (term === '' || term.endsWith('?') || NAMES_NOTHING.test(term)) return undefined;
  return { kind: 'forget', term, all: all !== undefined };
}

/** Without the questions at its end that follow something else: "I eat no meat. What can I cook?" */
function withoutQuestions(text: string): string {
  let rest = text.trim();
  for (;;) {
    const cut = /^([\s\S]*[.!?\n])\s*[^.!?\n]*\?+\s*$/.exec(rest)?.[1]?.trim();
    if (cut === undefined || cut === '') return rest;
    rest = cut;
  }
}

function withoutFullStop(text: string): string {
  return text.trim().replace(/\.+$/, '').trimEnd();
}
