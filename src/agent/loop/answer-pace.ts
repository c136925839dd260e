/** How an answer came: how sure the model was of it, and how fast. */
export class AnswerPace {
  private firstAt: number | undefined;
  private lastAt = 0;
  private pieces = 0;
  private tokens: number | undefined;
  private logprobSum = 0;
  private logprobCount = 0;

  /** A piece of text came; `logprobs` are the natural-log probabilities of its tokens. */
  text(at: Date, logprobs: readonly number[]): void {
    this.lastAt = at.getTime();
    this.firstAt ??= this.lastAt;
    this.pieces += 1;
    for (const logprob of logprobs) this.logprobSum += logprob;
    this.logprobCount += logprobs.length;
  }

  /** The provider counted the answer's tokens. */
  usage(completionTokens: number): void {
    this.tokens = completionTokens;
  }

  /** exp of the negative mean log probability; 0 without any. */
  get perplexity(): number {
    return this.logprobCount === 0 ? 0 : Math.exp(-this.logprobSum / this.logprobCount);
  }

  /** Tokens as the provider counted them, else pieces, by the seconds between the first and the last piece. */
  get tokensPerSecond(): number {
    const seconds = (this.lastAt - (this.firstAt ?? this.lastAt)) / 1000;
    return seconds <= 0 ? 0 : (this.tokens ?? this.pieces) / seconds;
  }
}
