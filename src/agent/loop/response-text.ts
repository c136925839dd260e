import Tokenizer from '@streamparser/json/tokenizer.js';
import TokenType from '@streamparser/json/utils/types/tokenType.js';

/** Characters of a string after which the tokenizer is given the rest as a new one: its cost grows with the square of this. */
const MAX_STRING_PART = 4_096;

/** Characters of the longest escape, two halves of a surrogate pair. */
const LONGEST_ESCAPE = 12;

/**
 * Finds the text of the `response` field in a final answer while it is generated (docs/agent.md, "Tool Call Contract"). Feed it the
 * model's text as it comes; it gives back what a person may read, never the JSON around it, and never half an escape or half a surrogate pair. Where
 * the text turns out not to be the contract it gives nothing more: the answer is read again as a whole at the end.
 */
export class ResponseTextReader {
  private tokenizer = this.newTokenizer();
  private depth = 0;
  private expectsKey = false;
  private key = '';
  private shown = '';
  private fresh = '';
  private dead = false;
  /** Characters of the tokenizer's current string that were given back. */
  private taken = 0;
  private isInsideResponse = false;
  private tail = '';

  /** All that was given back so far. */
  get text(): string {
    return this.shown;
  }

  /** Takes the next piece of the model's text and returns what it adds to the response, possibly nothing. */
  push(piece: string): string {
    if (this.dead || this.tokenizer.isEnded) return '';
    this.fresh = '';
    try {
      this.tokenizer.write(piece);
    } catch {
      this.dead = true;
    }
    this.shown += this.fresh;
    this.tail = (this.tail + piece).slice(-LONGEST_ESCAPE);
    if (this.taken > MAX_STRING_PART && this.isBetweenCharacters()) this.beginStringAnew();
    return this.fresh;
  }

  /** The tokenizer gathers a string as a whole and tells all of it each time: of a long one it is given a part at a time. */
  private beginStringAnew(): void {
    this.tokenizer = this.newTokenizer();
    this.taken = 0;
    this.tokenizer.write('"');
  }

  private isBetweenCharacters(): boolean {
    return this.isInsideResponse && !this.tail.includes('\\') && !/[\ud800-\udfff]$/.test(this.tail);
  }

  private newTokenizer(): Tokenizer {
    const tokenizer = new Tokenizer({ emitPartialTokens: true });
    tokenizer.onToken = ({ token, value, partial }) => this.take(token, value, partial === true);
    tokenizer.onError = () => {
      this.dead = true;
    };
    return tokenizer;
  }

  private take(token: TokenType, value: unknown, partial: boolean): void {
    this.isInsideResponse = false;
    switch (token) {
      case TokenType.LEFT_BRACE:
      case TokenType.LEFT_BRACKET:
        this.depth += 1;
        this.expectsKey = token === TokenType.LEFT_BRACE;
        return;
      case TokenType.RIGHT_BRACE:
      case TokenType.RIGHT_BRACKET:
        this.depth -= 1;
        return;
      case TokenType.COMMA:
        this.expectsKey = this.depth === 1;
        return;
      case TokenType.COLON:
        this.expectsKey = false;
        return;
      case TokenType.STRING:
        if (this.depth !== 1) return;
        if (this.expectsKey) this.key = partial ? '' : String(value);
        else if (this.key === 'response') {
          this.isInsideResponse = partial;
          this.show(String(value));
        }
        return;
      default:
        if (this.depth === 0) this.dead = true;
    }
  }

  /** `value` is the whole string that the tokenizer has so far. A high surrogate at its end waits for its other half. */
  private show(value: string): void {
    const last = value.charCodeAt(value.length - 1);
    const whole = last >= 0xd800 && last <= 0xdbff ? value.slice(0, -1) : value;
    if (whole.length <= this.taken) return;
    this.fresh += detached(whole.slice(this.taken));
    this.taken = whole.length;
  }
}

/** The same text in memory of its own: what V8 cuts out of a string holds all of it, and every event would hold the whole answer so far. */
function detached(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le');
}
