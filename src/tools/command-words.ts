/** Everything that a shell does something with, apart from blanks and quotes; also control characters. */
const SHELL_CHARACTER = /[;&|<>(){}[\]$`\\*?~#!\u0000-\u0008\u000a-\u001f\u007f]/;

/**
 * The words of a plain command: blanks between them, and quotes around text that holds blanks. Undefined for everything of which
 * a shell would make more than words, also within quotes: then the command is not a plain one.
 */
export function commandWords(command: string): string[] | undefined {
  if (SHELL_CHARACTER.test(command)) return undefined;
  const words: string[] = [];
  let word: string | undefined;
  let quote: string | undefined;
  for (const character of command) {
    if (quote !== undefined) {
      if (character === quote) quote = undefined;
      else word += character;
    } else if (character === '"' || character === "'") {
      quote = character;
      word ??= '';
    } else if (character === ' ' || character === '\t') {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else {
      word = (word ?? '') + character;
    }
  }
  if (quote !== undefined) return undefined;
  if (word !== undefined) words.push(word);
  return words.length > 0 ? words : undefined;
}
