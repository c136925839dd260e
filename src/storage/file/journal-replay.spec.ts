import { decodeJournal, encodeEntry, encodeHeader, type JournalEntry } from './journal.js';
import { replayJournal } from './journal-replay.js';

const AT = '2026-02-13T12:00:00.000Z';
const message = (content: string) => ({ role: 'user', content });
const append = (index: number, ...contents: string[]): JournalEntry => ({ type: 'append', at: AT, index, messages: contents.map(message) });
const name = (value: string): JournalEntry => ({ type: 'metadata', at: AT, set: { name: value } });

function replay(stored: string[], base: number | undefined, entries: JournalEntry[]) {
  const header = base === undefined ? 'garbage\n' : encodeHeader(base);
  const conversation = { metadata: { handoffCount: 0, createdAt: AT, updatedAt: AT } as { handoffCount: number; createdAt: string; updatedAt: string; name?: string }, messages: stored.map(message) };
  const { diverged, entries: added } = replayJournal(conversation, decodeJournal(Buffer.from(header + entries.map(encodeEntry).join(''))));
  return { messages: conversation.messages.map(({ content }) => content).join(''), name: conversation.metadata.name, diverged, added: added.length };
}

describe('replayJournal', () => {
  it('puts the messages behind the file that the journal builds on', () => {
    expect(replay(['a'], 1, [append(1, 'b'), name('n'), append(2, 'c', 'd')])).toEqual({ messages: 'abcd', name: 'n', diverged: false, added: 3 });
  });

  it('adds nothing where the file holds all of it already', () => {
    expect(replay(['a', 'b', 'c'], 1, [append(1, 'b'), name('n'), append(2, 'c')])).toEqual({ messages: 'abc', name: undefined, diverged: false, added: 0 });
  });

  it('adds the rest where the file holds the first of it', () => {
    expect(replay(['a', 'b', 'c'], 1, [append(1, 'b'), append(2, 'c', 'd'), append(4, 'e')])).toMatchObject({ messages: 'abcde', diverged: false });
  });

  it('adds nothing where others went on from the folded file', () => {
    expect(replay(['a', 'b', 'x', 'y'], 1, [append(1, 'b')])).toMatchObject({ messages: 'abxy', diverged: false, added: 0 });
  });

  it('keeps both and says so where others went on without the journal', () => {
    expect(replay(['a', 'x', 'y'], 1, [append(1, 'b')])).toMatchObject({ messages: 'axyb', diverged: true });
  });

  it('keeps what the journal has and says so where the file lost messages or is gone', () => {
    expect(replay(['a'], 3, [append(3, 'd')])).toMatchObject({ messages: 'ad', diverged: true });
    expect(replay([], 3, [append(3, 'd')])).toMatchObject({ messages: 'd', diverged: true });
  });

  it('takes the place of the first message where the first line is unreadable', () => {
    expect(replay(['a', 'b'], undefined, [append(1, 'b'), append(2, 'c')])).toMatchObject({ messages: 'abc', diverged: false });
  });

  it('sets metadata again where there is nothing else', () => {
    expect(replay(['a'], 1, [name('n')])).toMatchObject({ messages: 'a', name: 'n', diverged: false });
    expect(replay(['a', 'x'], 1, [name('n')])).toMatchObject({ messages: 'ax', name: 'n', diverged: false });
  });

  it('does not let an entry change what objects are', () => {
    const entry = '{"type":"metadata","at":"2026","set":{"__proto__":{"polluted":true}}}\n';
    const conversation = { metadata: { handoffCount: 0, createdAt: AT, updatedAt: AT }, messages: [] };
    replayJournal(conversation, decodeJournal(Buffer.from(encodeHeader(0) + entry)));
    expect((conversation.metadata as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

describe('decodeJournal', () => {
  it('reads on behind unreadable lines and counts them', () => {
    const text = `${encodeHeader(0)}${encodeEntry(append(0, 'a'))}\0\0\0\n{"type":"append"}\n${encodeEntry(append(1, 'b'))}{"type":"app`;
    const journal = decodeJournal(Buffer.from(text));
    expect(journal.badLines).toBe(2);
    expect(journal.entries).toHaveLength(2);
    expect(journal.wholeBytes).toBe(text.lastIndexOf('\n') + 1);
  });
});
