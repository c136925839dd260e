import { ANNOUNCED_CHARACTERS } from '../limits.js';

/** The beginning of a text in whole sentences, with a word on where the rest is. */
export function spokenBeginning(text: string): string {
  if (text.length <= ANNOUNCED_CHARACTERS) return text;
  let spoken = '';
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'sentence' }).segment(text)) {
    if (spoken.length + segment.length > ANNOUNCED_CHARACTERS) break;
    spoken += segment;
  }
  return `${spoken.trim()} The rest is in the messages.`.trim();
}

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
