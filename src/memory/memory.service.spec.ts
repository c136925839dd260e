import { ConflictError, InvalidInputError, NotFoundError } from '../common/domain-error.js';
import { BodyTooLargeError } from '../security/errors.js';
import { addsNothingTo } from './fact-key.js';
import { FORGOTTEN_KEPT_MS } from './limits.js';
import { MemoryBench } from './testing/memory-bench.js';

const CHAT = { source: 'explicit', sessionId: 's1' };

/** Real SQLite. */
describe('MemoryService', () => {
  let bench: MemoryBench;
  beforeEach(() => (bench = new MemoryBench()));
  afterEach(() => bench.close());

  const texts = async (): Promise<string[]> => (await bench.memory.list()).map(({ fact }) => fact);
  const first = (...facts: string[]): number => bench.know(...facts)[0] as number;

  test('a fact carries date, source and session', () => {
    expect(bench.memory.add({ fact: '  I prefer tea ' }, CHAT)).toEqual({
      outcome: 'added',
      fact: {
        rowid: 1,
        fact: 'I prefer tea',
        topic: 'preference',
        source: 'explicit',
        sessionId: 's1',
        createdAt: '2026-02-13T12:00:00.000Z',
        updatedAt: '2026-02-13T12:00:00.000Z',
      },
    });
    expect(bench.memory.get(1).topic).toBe('preference');
  });

  test('lists are newest first, of one topic where asked', async () => {
    for (const fact of ['one', 'I like two', 'three']) {
      bench.know(fact);
      bench.clock.advance(1000);
    }
    expect(await texts()).toEqual(['three', 'I like two', 'one']);
    expect((await bench.memory.list({ topic: 'general', limit: 1 })).map(({ fact }) => fact)).toEqual(['three']);
    expect(await bench.memory.stats()).toEqual({ total: 3, byTopic: [{ topic: 'general', count: 2 }, { topic: 'preference', count: 1 }] });
  });

  test.each(['', '  \n', '\u00a0'])('a blank fact (%j) is refused', (fact) => {
    expect(() => bench.memory.add({ fact }, CHAT)).toThrow(InvalidInputError);
  });

  test('a fact that is too long is refused whole; the longest is kept whole', () => {
    expect(() => bench.memory.add({ fact: 'x'.repeat(2001) }, CHAT)).toThrow(BodyTooLargeError);
    const longest = `${'line\n'.repeat(399)}ends`;
    expect(bench.memory.add({ fact: longest }, CHAT).fact.fact).toBe(longest);
  });

  test('what no database could hold is kept as far as it can be', () => {
    expect(bench.memory.add({ fact: 'a\u0000b \ud800 c' }, CHAT).fact.fact).toBe('a\ufffdb \ufffd c');
  });

  test('the same fact is kept once, also when it comes at once, in other case or with a full stop', async () => {
    const rowid = first('I prefer tea');
    bench.clock.advance(1000);
    expect(bench.memory.add({ fact: 'i  prefer TEA.' }, { source: 'tool', sessionId: 's2' })).toMatchObject({ outcome: 'merged', fact: { rowid, fact: 'I prefer tea' } });
    expect(await texts()).toEqual(['I prefer tea']);
    expect(bench.memory.history(rowid)).toMatchObject([{ change: 'added', sessionId: 's1' }, { change: 'merged', source: 'tool', sessionId: 's2' }]);
    const stored = await bench.memory.addAll([{ fact: 'I prefer tea', source: 'x' }, { fact: 'new', source: 'x' }, { fact: 'NEW', source: 'x' }]);
    expect(stored.map(({ outcome }) => outcome)).toEqual(['merged', 'added', 'merged']);
    expect(await texts()).toHaveLength(2);
  });

  test('many facts are checked before one is stored, and stored in the order given', async () => {
    await expect(bench.memory.addAll([{ fact: 'good', source: 'x' }, { fact: ' ', source: 'x' }])).rejects.toThrow('memories[1].fact');
    expect(await texts()).toEqual([]);
    const facts = Array.from({ length: 250 }, (_, index) => ({ fact: `fact ${index}`, source: 'x' }));
    expect((await bench.memory.addAll(facts)).map(({ fact }) => fact.fact)).toEqual(facts.map(({ fact }) => fact));
    expect((await bench.memory.stats()).total).toBe(250);
  });

  describe('a correction', () => {
    test('keeps number, topic and date, is found by its new words alone, and its history tells', async () => {
      const rowid = first('My bike is red');
      bench.clock.advance(60_000);
      bench.memory.correct(rowid, 'My bike is blue', { source: 'manual' });
      expect(bench.memory.get(rowid)).toMatchObject({ rowid, fact: 'My bike is blue', createdAt: '2026-02-13T12:00:00.000Z', updatedAt: '2026-02-13T12:01:00.000Z' });
      expect(await bench.found('red')).toEqual([]);
      expect(await bench.found('blue')).toEqual(['My bike is blue']);
      expect(bench.memory.history(rowid)).toEqual([
        { change: 'added', fact: 'My bike is red', topic: 'general', source: 'test', sessionId: 's1', at: '2026-02-13T12:00:00.000Z' },
        { change: 'corrected', fact: 'My bike is blue', topic: 'general', source: 'manual', sessionId: null, at: '2026-02-13T12:01:00.000Z' },
      ]);
    });

    test('can be undone, and that can be undone too', () => {
      const rowid = first('My bike is red');
      bench.memory.correct(rowid, 'My bike is blue', CHAT);
      expect(bench.memory.undo(rowid, CHAT).fact).toBe('My bike is red');
      expect(bench.memory.undo(rowid, CHAT).fact).toBe('My bike is blue');
      expect(bench.memory.history(rowid).map(({ fact }) => fact)).toEqual(['My bike is red', 'My bike is blue', 'My bike is red', 'My bike is blue']);
    });

    test('that makes two facts one keeps the one that was corrected', async () => {
      const [red, blue] = bench.know('My bike is red', 'My bike is blue') as [number, number];
      bench.memory.correct(red, 'my bike is blue', CHAT);
      expect(await texts()).toEqual(['my bike is blue']);
      expect(bench.memory.history(blue).at(-1)?.change).toBe('forgotten');
    });

    test('to the same words changes nothing', () => {
      const rowid = first('My bike is red');
      bench.memory.correct(rowid, 'My bike is red', CHAT);
      expect(bench.memory.history(rowid)).toHaveLength(1);
    });

    test('of what is not there is refused', () => {
      expect(() => bench.memory.correct(7, 'x', CHAT)).toThrow(NotFoundError);
      expect(() => bench.memory.get(7)).toThrow(NotFoundError);
      expect(() => bench.memory.history(7)).toThrow(NotFoundError);
      expect(() => bench.memory.undo(7, CHAT)).toThrow(NotFoundError);
    });
  });

  describe('forgetting', () => {
    test('takes a fact out of lists, searches and counts, and can be undone', async () => {
      const [tea, cat] = bench.know('I prefer tea', 'My cat is Tom') as [number, number];
      expect(bench.memory.forget([tea, tea, 99], CHAT).map(({ rowid }) => rowid)).toEqual([tea]);
      expect(await texts()).toEqual(['My cat is Tom']);
      expect(await bench.found('tea')).toEqual([]);
      expect((await bench.memory.stats()).total).toBe(1);
      expect(() => bench.memory.get(tea)).toThrow(NotFoundError);
      expect(bench.memory.undo(tea, CHAT)).toMatchObject({ rowid: tea, fact: 'I prefer tea' });
      expect(await bench.found('tea')).toEqual(['I prefer tea']);
      expect(bench.memory.history(tea).map(({ change }) => change)).toEqual(['added', 'forgotten', 'restored']);
      expect(() => bench.memory.undo(tea, CHAT)).toThrow(ConflictError);
      expect(() => bench.memory.undo(cat, CHAT)).toThrow(ConflictError);
    });

    test('what went together comes back together, the last first', async () => {
      const [a, b, c] = bench.know('a tea', 'b tea', 'c tea') as [number, number, number];
      bench.memory.forget([a, b], CHAT);
      bench.memory.forget([c], CHAT);
      expect(bench.memory.undoForgetting(CHAT).map(({ rowid }) => rowid)).toEqual([c]);
      expect(bench.memory.undoForgetting(CHAT).map(({ rowid }) => rowid)).toEqual([a, b]);
      expect(bench.memory.undoForgetting(CHAT)).toEqual([]);
      expect(await bench.found('tea')).toHaveLength(3);
    });

    test('what was said again since is not there twice after an undo', async () => {
      const rowid = first('I prefer tea');
      bench.memory.forget([rowid], CHAT);
      const again = first('I prefer tea');
      expect(again).not.toBe(rowid);
      expect(() => bench.memory.undo(rowid, CHAT)).toThrow(ConflictError);
      expect(bench.memory.undoForgetting(CHAT)).toEqual([]);
      expect(await texts()).toEqual(['I prefer tea']);
    });

    test('is for good after its time', () => {
      const [tea, cat, dog] = bench.know('I prefer tea', 'My cat is Tom', 'My dog is Rex') as [number, number, number];
      bench.memory.forget([tea], CHAT);
      bench.clock.advance(FORGOTTEN_KEPT_MS / 2);
      bench.memory.forget([cat], CHAT);
      bench.clock.advance(FORGOTTEN_KEPT_MS / 2 + 1);
      bench.memory.forget([dog], CHAT);
      expect(() => bench.memory.history(tea)).toThrow(NotFoundError);
      expect(bench.memory.undo(cat, CHAT).fact).toBe('My cat is Tom');
    });

    test('a number is never given twice', () => {
      const rowid = first('I prefer tea');
      bench.memory.forget([rowid], CHAT);
      bench.clock.advance(2 * FORGOTTEN_KEPT_MS);
      bench.memory.forget([first('x')], CHAT);
      expect(first('y')).toBeGreaterThan(rowid + 1);
    });
  });

  test('all is there after the database was closed and opened again', async () => {
    const rowid = first('I prefer tea');
    bench.memory.correct(rowid, 'I prefer coffee', CHAT);
    await bench.database.close();
    await expect(bench.memory.list()).rejects.toThrow('stopping');
  });
});

describe('addsNothingTo', () => {
  test.each([
    ['User likes tea', 'I like tea'],
    ['The user prefers green tea.', 'I prefer green tea'],
    ["User's dog is called Rex", 'my dog is called Rex'],
    ["User doesn't like tea", "I don't like tea"],
  ])('%j is what was said: %j', (candidate, known) => expect(addsNothingTo(candidate, known)).toBe(true));

  test.each([
    ['User does not like tea', 'I like tea'],
    ['User likes tea', "I don't like tea"],
    ['User likes tea with milk', 'I like tea'],
    ['User hates tea', 'I like tea'],
    ['The user', 'I like tea'],
    ['', 'I like tea'],
  ])('%j is more or other than %j', (candidate, known) => expect(addsNothingTo(candidate, known)).toBe(false));
});
