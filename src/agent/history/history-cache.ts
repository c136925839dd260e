import { LRUCache } from 'lru-cache';
import type { ModelMessage } from '../../model/model-message.js';
import type { OpenSession } from '../../sessions/session.js';
import { summaryBlock } from './compaction.js';
import { ProviderHistory } from './provider-history.js';
import { estimateTokens } from './token-estimate.js';

/** Sessions whose prepared history is kept between turns. */
const MAX_CACHED_HISTORIES = 32;

/** A session's stored messages in the form that is sent, as far as they have been prepared. */
export interface PreparedHistory {
  readonly history: ProviderHistory;
  /** Index of the first stored message in it. */
  readonly from: number;
  /** Stored messages that have gone in, counted from the session's first. */
  through: number;
  /** Estimated tokens of `history.messages`. */
  tokens: number;
  /** The last stored message that went in: another object means that the file was changed by somebody else. */
  last: ModelMessage | undefined;
}

/** Prepares histories and keeps them between turns, so that a turn costs what it adds and not what the session weighs. */
export class HistoryCache {
  private readonly cache = new LRUCache<string, PreparedHistory>({ max: MAX_CACHED_HISTORIES });

  /** The prepared history of a session, brought up to its last stored message. */
  of(session: OpenSession): PreparedHistory {
    const from = firstSent(session);
    const cached = this.cache.get(session.id);
    const valid = cached !== undefined && cached.from === from && session.messages[cached.through - 1] === cached.last;
    const prepared: PreparedHistory = valid
      ? cached
      : { history: new ProviderHistory(), from, through: from, tokens: 0, last: session.messages[from - 1] };
    extend(prepared, session);
    this.cache.set(session.id, prepared);
    return prepared;
  }

  /** Forgets a session, e.g. because its cut moved. */
  forget(sessionId: string): void {
    this.cache.delete(sessionId);
  }
}

/** Adds the stored messages that came since. Call it only between whole steps. */
export function extend(prepared: PreparedHistory, session: OpenSession): void {
  const { messages, metadata } = session;
  if (prepared.through >= messages.length) return;
  const begin = prepared.through;
  const added = messages.slice(begin);
  const first = added[0];
  if (begin === prepared.from && metadata.sentFrom !== undefined && first?.role === 'user') {
    added[0] = { ...first, content: `${summaryBlock(metadata.summary)}\n\n${first.content}` };
  }
  const before = prepared.history.messages.length;
  prepared.history.add(added, (index) => metadata.annotations?.[String(begin + index)]);
  for (const message of prepared.history.messages.slice(before)) prepared.tokens += estimateTokens(message);
  prepared.through = messages.length;
  prepared.last = messages.at(-1);
}

/** The system prompt is sent apart; what is before the cut is covered by the summary. */
function firstSent(session: OpenSession): number {
  const first = session.messages[0]?.role === 'system' ? 1 : 0;
  return Math.min(Math.max(first, session.metadata.sentFrom ?? first), session.messages.length);
}
