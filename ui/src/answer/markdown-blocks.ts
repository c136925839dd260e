/** A line that opens or closes a code fence: its signs, and what follows them. */
const FENCE = /^\s*(?:[-*+>]\s+|\d+[.)]\s+)*(`{3,}|~{3,})(.*)$/;

/** A line that may belong to the block before the blank line: indented, or one more item of its list. */
const CONTINUES = /^(?:\s|[-*+](?:\s|$)|\d{1,9}[.)](?:\s|$))/;

/** What is defined in one place and used in another, and raw HTML that goes on over blank lines. */
const REACHES_FAR = /^ {0,3}(?:\[[^\]]+\]:|<(?:[!?]|pre|script|style|textarea))/im;

/**
 * Cuts Markdown between blocks that do not know of each other, so that of a growing text only the last is laid out
 * anew. Joined they are the text again. Where cutting could change what the text means it is not cut.
 */
export function markdownBlocks(text: string): string[] {
  if (REACHES_FAR.test(text)) return [text];
  const blocks: string[] = [];
  let block = '';
  let fence = '';
  let isAfterBlank = false;
  for (const line of text.split(/(?<=\n)/)) {
    const isBlank = line.trim() === '';
    if (fence === '' && isAfterBlank && !isBlank && !CONTINUES.test(line)) {
      blocks.push(block);
      block = '';
    }
    block += line;
    isAfterBlank = isBlank;
    fence = fenceAfter(line, fence);
  }
  return block === '' ? blocks : [...blocks, block];
}

/** The signs of the fence that is open behind a line; '' where none is. */
export function fenceAfter(line: string, open: string): string {
  const [, signs = '', rest = ''] = FENCE.exec(line.trimEnd()) ?? [];
  if (open === '') return signs.startsWith('`') && rest.includes('`') ? '' : signs;
  return signs.startsWith(open) && rest.trim() === '' ? '' : open;
}
