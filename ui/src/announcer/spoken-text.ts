import { spokenBeginning } from './spoken-beginning.js';

/** A rendered answer as it is read aloud: its sentences, without the signs of Markdown, code and tables only named. */
export function spokenText(answer: Element): string {
  const blocks = Array.from(answer.children, (block) => {
    if (block.querySelector('pre') !== null) return 'Code.';
    if (block.querySelector('table') !== null) return 'Table.';
    const items = Array.from(block.querySelectorAll('li'), (item) => item.textContent.trim());
    const text = items.length > 0 ? items.join('. ') : block.textContent.trim();
    return /[\p{L}\p{N}]$/u.test(text) ? `${text}.` : text;
  });
  return spokenBeginning(blocks.join(' ').replace(/\s+/g, ' ').trim() || answer.textContent.trim());
}
