import { createHash } from 'node:crypto';
import { queryWords } from '../storage/full-text/search-text.js';

/** Equal for facts that say the same in the same words: case, spacing, width of characters and the final full stop do not count. */
export function factKey(fact: string): string {
  const text = fact.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim().replace(/[.!…\s]+$/u, '');
  return createHash('sha256').update(text).digest('base64url');
}

const NEGATION = /^(?:not|no|never|none|nothing|without|\w+n['’]t|dont|doesnt|nicht|kein\w*|nie|pas|jamais|nunca)$/iu;

/**
 * Whether `candidate` says nothing that `known` does not say already, in the loose sense that is right for what a model writes down a moment
 * after a person said it ("User likes tea" after "I like tea"). Never for facts of different turns: it knows words, not meaning.
 */
export function addsNothingTo(candidate: string, known: string): boolean {
  const said = contentOf(known);
  const written = contentOf(candidate);
  return written.words.size > 0 && written.isNegated === said.isNegated && [...written.words].every((word) => said.words.has(word));
}

function contentOf(text: string): { words: Set<string>; isNegated: boolean } {
  const words = queryWords(text);
  const isNegated = words.filter(({ text: word }) => NEGATION.test(word)).length % 2 === 1;
  const telling = words.filter(({ text: word, isCommon }) => !isCommon || /^likes?$/i.test(word));
  return { words: new Set(telling.map(({ text: word }) => stem(word.toLowerCase())).filter((word) => !NEGATION.test(word))), isNegated };
}

/** Without the commonest English endings. */
function stem(word: string): string {
  return word.length > 4 ? word.replace(/(?:ing|ed|es|s)$/, '').replace(/e$/, '') : word.replace(/e$/, '');
}
