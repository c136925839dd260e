import { toWellFormedText } from '../../common/text.js';

/**
 * Puts surrogate pairs together again that a provider cut between two chunks, so that no piece of text ends within one. A
 * half that stays alone, and NUL, become U+FFFD: strict parsers refuse a whole history for one of them.
 */
export class CodePointJoiner {
  private held = '';

  push(text: string): string {
    const joined = this.held + text;
    const last = joined.charCodeAt(joined.length - 1);
    const endsWithin = last >= 0xd800 && last <= 0xdbff;
    this.held = endsWithin ? joined.slice(-1) : '';
    return toWellFormedText(endsWithin ? joined.slice(0, -1) : joined);
  }

  end(): string {
    const text = toWellFormedText(this.held);
    this.held = '';
    return text;
  }
}
