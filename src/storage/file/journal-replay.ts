import { isDeepStrictEqual } from 'node:util';
import type { StoredMessage, StoredMetadata } from '../session-store.js';
import { type AppendEntry, applyEntry, type DecodedJournal, type JournalEntry } from './journal.js';

/** What became of the conversation. */
export interface Replayed {
  /** The entries that were not in the conversation file yet, in order. */
  readonly entries: readonly JournalEntry[];
  /** The conversation file is not what the journal builds on and holds none of it: its messages were put at the end. */
  readonly diverged: boolean;
}

/**
 * Puts a journal's entries after what the conversation file holds, each message once. The journal may build on that
 * very file; or the file holds its messages already, all or the first of them (the process died after the file was
 * replaced and before the journal was removed); or the file was changed by others, who knew nothing of the journal.
 */
export function replayJournal(
  conversation: { metadata: StoredMetadata; messages: StoredMessage[] },
  journal: DecodedJournal,
): Replayed {
  const appends = journal.entries.filter((entry): entry is AppendEntry => entry.type === 'append');
  const stored = appends.flatMap((entry) => entry.messages);
  const count = conversation.messages.length;
  const baseCount = journal.base ?? appends[0]?.index ?? count;

  const present = count - baseCount;
  const shared = Math.min(present, stored.length);
  const diverged =
    present < 0 ||
    !isDeepStrictEqual(conversation.messages.slice(baseCount, baseCount + shared), stored.slice(0, shared));
  const skip = diverged ? 0 : shared;
  // Where all messages are in the file, so is all that was stored with them.
  const entries = skip > 0 && skip === stored.length ? [] : withoutFirst(journal.entries, skip);
  for (const entry of entries) applyEntry(conversation, entry);
  return { entries, diverged: diverged && stored.length > 0 };
}

/** The entries without their first `skip` messages. */
function withoutFirst(entries: readonly JournalEntry[], skip: number): JournalEntry[] {
  let rest = skip;
  return entries.flatMap((entry): JournalEntry[] => {
    if (entry.type !== 'append' || rest === 0) return [entry];
    const dropped = Math.min(rest, entry.messages.length);
    rest -= dropped;
    if (dropped === entry.messages.length) return [];
    return [{ ...entry, messages: entry.messages.slice(dropped), annotations: entry.annotations?.slice(dropped) }];
  });
}
