import { RESULT_PREVIEW_CHARACTERS, RESULT_PREVIEW_LINES } from '../limits.js';

/** The beginning of a long text. */
export interface Preview {
  text: string;
  isCut: boolean;
  /** Lines of the whole text. */
  lineCount: number;
}

/** Cuts a text to what is shown before "Show all", at a line or, within a huge line, never through a character. */
export function previewOf(whole: string): Preview {
  const lines = whole.split('\n');
  const byLines = lines.slice(0, RESULT_PREVIEW_LINES).join('\n');
  const text = byLines.length > RESULT_PREVIEW_CHARACTERS ? byLines.slice(0, RESULT_PREVIEW_CHARACTERS).replace(/[\uD800-\uDBFF]$/, '') : byLines;
  return { text, isCut: text.length < whole.length, lineCount: lines.length };
}
