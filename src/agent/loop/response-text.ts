import Tokenizer from '@streamparser/json/tokenizer.js';
import TokenType from '@streamparser/json/utils/types/tokenType.js';

/**
 * Finds the text of the `response` field in a final answer while it is generated (docs/agent.md, "Tool Call Contract"). Feed it the
 * model's text as it comes; it gives back what a person may read, never the JSON around it, and never half an escape or half a surrogate pair. Where
 * the text turns out not to be the contract it gives nothing more: the answer is read again as a whole at the end.
 */
export class ResponseTextReader {
  private readonly tokenizer = new Tokenizer({ emitPartialTokens: true });
  private depth = 0;
  private expectsKey = false;
  private key = '';
  private shown = '';
  private fresh = '';
  private dead = false;

  constructor() {
    this.tokenizer.onToken = ({ token, value, partial }) => this.take(token, value, partial === true);
    this.tokenizer.onError = () => {
      this.dead = true;
    };
  }

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
    return this.fresh;
  }

  private take(token: TokenType, value: unknown, partial: boolean): void {
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
        else if (this.key === 'response') this.show(String(value));
        return;
      default:
        if (this.depth === 0) this.dead = true;
    }
  }

  /** `value` is the whole string so far. A high surrogate at its end waits for its other half. */
  private show(value: string): void {
    const last = value.charCodeAt(value.length - 1);
    const whole = last >= 0xd800 && last <= 0xdbff ? value.slice(0, -1) : value;
    if (whole.length <= this.shown.length) return;
    this.fresh += whole.slice(this.shown.length);
    this.shown = whole;
  }
}
