/** A piece of an answer's text, told apart. */
export interface TextPiece {
  kind: 'text' | 'reasoning';
  text: string;
}

const OPENING = ['<think>', '<thinking>'] as const;

/**
 * Tells reasoning that a model writes into its answer (`<think>...</think>`) apart from the answer, in pieces cut
 * anywhere. The tags count only where the answer begins, and again right after such a block: the same words inside an answer
 * are the answer's own. White space before the answer is dropped.
 */
export class ThinkSplitter {
  private state: 'start' | 'reasoning' | 'text' = 'start';
  private closing = '';
  /** What could still become a tag, or white space before the answer. */
  private held = '';

  push(text: string): TextPiece[] {
    const pieces: TextPiece[] = [];
    let rest = this.held + text;
    this.held = '';
    while (rest !== '') rest = this.step(rest, pieces);
    return pieces;
  }

  /** What was held back turns out to be what it looked like: text, or the end of unclosed reasoning. */
  end(): TextPiece[] {
    const text = this.held;
    this.held = '';
    if (text === '' || (this.state === 'start' && text.trim() === '')) return [];
    return [{ kind: this.state === 'reasoning' ? 'reasoning' : 'text', text }];
  }

  /** Takes what can be decided off the front of `rest` and returns what is left. */
  private step(rest: string, pieces: TextPiece[]): string {
    if (this.state === 'text') {
      pieces.push({ kind: 'text', text: rest });
      return '';
    }
    return this.state === 'start' ? this.stepAtStart(rest) : this.stepInReasoning(rest, pieces);
  }

  private stepAtStart(rest: string): string {
    const begun = rest.trimStart();
    const opening = OPENING.find((tag) => begun.startsWith(tag));
    if (opening !== undefined) {
      this.state = 'reasoning';
      this.closing = opening.replace('<', '</');
      return begun.slice(opening.length);
    }
    if (OPENING.some((tag) => tag.startsWith(begun))) {
      this.held = rest;
      return '';
    }
    this.state = 'text';
    return begun;
  }

  private stepInReasoning(rest: string, pieces: TextPiece[]): string {
    const end = rest.indexOf(this.closing);
    if (end >= 0) {
      if (end > 0) pieces.push({ kind: 'reasoning', text: rest.slice(0, end) });
      this.state = 'start';
      return rest.slice(end + this.closing.length);
    }
    const kept = partialTagLength(rest, this.closing);
    if (kept < rest.length) pieces.push({ kind: 'reasoning', text: rest.slice(0, rest.length - kept) });
    this.held = rest.slice(rest.length - kept);
    return '';
  }
}

/** Length of the longest end of `text` that is a beginning of `tag`. */
function partialTagLength(text: string, tag: string): number {
  for (let length = Math.min(tag.length - 1, text.length); length > 0; length -= 1) {
    if (text.endsWith(tag.slice(0, length))) return length;
  }
  return 0;
}
