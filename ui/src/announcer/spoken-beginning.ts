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
