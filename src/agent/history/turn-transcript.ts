import type { ModelMessage, SystemMessage } from '../../model/model-message.js';
import type { OpenSession } from '../../sessions/session.js';
import { TRIM_TARGET_SHARE } from '../limits.js';
import type { RunTranscript } from '../loop/run-transcript.js';
import { findCut } from './compaction.js';
import { extend, type HistoryCache, type PreparedHistory } from './history-cache.js';
import { fitForProvider } from './provider-history.js';
import { estimateTokens } from './token-estimate.js';

/** Tool results up to this many characters are not worth leaving out. */
const SMALL_RESULT_CHARACTERS = 400;

/** Tool results at the end that the model is working with: never left out. */
const KEPT_RESULTS = 2;

/** Summarises the messages that are about to be left out; undefined where that failed. */
export type Summarise = (dropped: readonly ModelMessage[], earlier: string | undefined) => Promise<string | undefined>;

/**
 * The history of one turn on a session: what was stored, in the form that is sent, within a budget. Where it does not fit, the oldest
 * part is replaced by a summary (the transcript on disk stays whole); where the turn alone is too long, its older tool results are
 * replaced by a note.
 */
export class TurnTranscript implements RunTranscript {
  private prepared: PreparedHistory;
  /** Tool results before this index of the prepared messages are replaced by a note. */
  private elideBefore = 0;

  constructor(
    private readonly session: OpenSession,
    private readonly system: SystemMessage,
    private readonly cache: HistoryCache,
    private readonly ports: { summarise: Summarise; note: (text: string) => void },
    /** Tokens that system prompt and messages may take; undefined where the model's window is not known. */
    private budget: number | undefined,
  ) {
    this.prepared = cache.of(session);
  }

  /** Estimated tokens of the next request's messages. */
  get tokens(): number {
    return estimateTokens(this.system) + this.prepared.tokens;
  }

  messages(notes: readonly ModelMessage[] = []): readonly ModelMessage[] {
    extend(this.prepared, this.session);
    if (this.budget !== undefined && this.sentTokens() > this.budget) this.elideOlderResults(this.budget * TRIM_TARGET_SHARE);
    const sent = this.prepared.history.messages.map((message, index) => this.elided(message, index));
    return [...fitForProvider([this.system]), ...sent, ...fitForProvider(notes)];
  }

  async append(messages: readonly ModelMessage[]): Promise<void> {
    await this.session.append(messages.map((message) => ({ message })));
  }

  /** Makes the history fit the budget before the turn's first request. Resolves to a sentence for the log where something was left out. */
  async fit(): Promise<string | undefined> {
    if (this.budget === undefined || this.tokens <= this.budget) return undefined;
    return this.cut(this.budget * TRIM_TARGET_SHARE, true);
  }

  async shorten(attempt: number): Promise<string | undefined> {
    extend(this.prepared, this.session);
    this.budget = Math.floor(this.sentTokens() * TRIM_TARGET_SHARE);
    const cut = await this.cut(attempt === 1 ? this.budget : 0, attempt === 1);
    const before = this.elideBefore;
    if (cut === undefined || attempt > 1) this.elideOlderResults(this.budget);
    if (cut !== undefined) return cut;
    return this.elideBefore > before ? 'older tool results were left out' : undefined;
  }

  /** Moves the point from which on messages are sent. */
  private async cut(targetTokens: number, withSummary: boolean): Promise<string | undefined> {
    const { messages, metadata } = this.session;
    const at = findCut(messages, this.prepared.from, targetTokens - estimateTokens(this.system));
    if (at === undefined) return undefined;
    const dropped = messages.slice(this.prepared.from, at);
    const summary = withSummary ? await this.ports.summarise(dropped, metadata.summary) : metadata.summary;
    await this.session.updateMetadata({ sentFrom: at, summary });
    this.cache.forget(this.session.id);
    this.prepared = this.cache.of(this.session);
    this.elideBefore = 0;
    const how = summary !== undefined && withSummary ? 'replaced by a summary' : 'left out';
    return `the ${dropped.length} oldest messages were ${how}`;
  }

  private sentTokens(): number {
    const sent = this.prepared.history.messages;
    let tokens = this.tokens;
    for (let index = 0; index < Math.min(this.elideBefore, sent.length); index += 1) {
      const message = sent[index] as ModelMessage;
      tokens += estimateTokens(this.elided(message, index)) - estimateTokens(message);
    }
    return tokens;
  }

  private elideOlderResults(targetTokens: number): void {
    const sent = this.prepared.history.messages;
    const results = sent.flatMap((message, index) => (message.role === 'tool' ? [index] : []));
    const before = this.elideBefore;
    for (const index of results.slice(0, -KEPT_RESULTS)) {
      if (this.sentTokens() <= targetTokens) break;
      this.elideBefore = Math.max(this.elideBefore, index + 1);
    }
    const count = results.filter((index) => index >= before && index < this.elideBefore).length;
    if (count > 0) this.ports.note(`the turn was too long; ${count} older tool result${count === 1 ? ' was' : 's were'} left out of what is sent`);
  }

  private elided(message: ModelMessage, index: number): ModelMessage {
    if (index >= this.elideBefore || message.role !== 'tool' || message.content.length <= SMALL_RESULT_CHARACTERS) return message;
    return { ...message, content: `(left out to fit the model's context: ${message.content.length} characters)` };
  }
}
