import { headAtCodePoint, tailAtCodePoint } from '../common/text.js';

/** Keeps the beginning and the end of a text that may grow without end, and counts what lies between. */
export class BoundedText {
  private head = '';
  private tail = '';
  private total = 0;

  /** @param edge characters that are kept at each end */
  constructor(private readonly edge: number) {}

  append(text: string): void {
    this.total += text.length;
    const room = this.edge - this.head.length;
    const first = room > 0 ? headAtCodePoint(text, room) : '';
    this.head += first;
    if (first.length === text.length) return;
    // Trimmed only when it has doubled, so that a million short pieces cost no million copies.
    this.tail += tailAtCodePoint(text.slice(first.length), this.edge);
    if (this.tail.length > 2 * this.edge) this.tail = tailAtCodePoint(this.tail, this.edge);
  }

  /** What was kept, with a line that says how much is left out where something is. */
  toString(): string {
    const tail = tailAtCodePoint(this.tail, this.edge);
    const omitted = this.total - this.head.length - tail.length;
    return omitted > 0 ? `${this.head}\n[... ${omitted} characters left out ...]\n${tail}` : this.head + tail;
  }
}
