import { Logger } from '@nestjs/common';
import fc from 'fast-check';
import type { ConversationWriter } from '../session-store.js';
import { FixedClock } from '../testing/fixed-clock.js';
import { type Death, MemoryFileOperations, ProcessDied } from '../testing/memory-file-operations.js';
import { FileSessionStore } from './file-session-store.js';

/** Histories that are tried; each has up to five lives of a process. */
const RUNS = 150;

const FOLDERS = { conversations: '/home/conversations', toolOutputs: '/home/tool-outputs' };
const CONVERSATION = '/home/conversations/s.json';
const JOURNAL = '/home/conversations/s.journal';

type Step = { kind: 'turn'; batches: { messages: number; name: boolean; wait: boolean }[] } | { kind: 'settle' } | { kind: 'forget' };

interface Life {
  steps: Step[];
  death: Death;
  cause: 'process' | 'power';
  luckyBytes: number;
}

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('turn' as const), batches: fc.array(fc.record({ messages: fc.integer({ min: 0, max: 3 }), name: fc.boolean(), wait: fc.boolean() }), { maxLength: 4 }) }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'settle' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'forget' as const }) },
);
const life: fc.Arbitrary<Life> = fc.record({
  steps: fc.array(step, { minLength: 1, maxLength: 5 }),
  death: fc.record({ after: fc.integer({ min: 0, max: 60 }), writtenBytes: fc.integer({ min: 0, max: 400 }) }),
  cause: fc.constantFrom('process' as const, 'power' as const),
  luckyBytes: fc.integer({ min: 0, max: 400 }),
});

/** What was promised to the outside, and what was asked for and not answered. */
class Promises {
  messages: string[] = [];
  asked: string[][] = [];
  name: string | undefined;
  askedNames: string[] = [];
  private next = 0;

  ask(count: number): string[] {
    const batch = Array.from({ length: count }, () => `message ${(this.next += 1)}`);
    this.asked.push(batch);
    return batch;
  }

  askName(): string {
    const name = `name ${(this.next += 1)}`;
    this.askedNames.push(name);
    return name;
  }

  acknowledge(batch: string[]): void {
    this.asked = this.asked.filter((other) => other !== batch);
    this.messages.push(...batch);
  }
}

async function live(store: FileSessionStore, clock: FixedClock, steps: Step[], promises: Promises, fresh: () => FileSessionStore): Promise<void> {
  let current = store;
  for (const { kind, ...rest } of steps) {
    clock.advance(1);
    if (kind === 'settle') await current.settle('s');
    else if (kind === 'forget') current = fresh();
    else {
      const writer = await current.open('s');
      const going: Promise<void>[] = [];
      for (const { messages, name, wait } of (rest as { batches: { messages: number; name: boolean; wait: boolean }[] }).batches) {
        const batch = promises.ask(messages);
        going.push(writer.append(batch.map((content) => ({ message: { role: 'user', content } as { role: string }, annotation: { at: content } }))).then(() => promises.acknowledge(batch)));
        if (name) {
          const value = promises.askName();
          going.push(writer.updateMetadata({ name: value }).then(() => void (promises.name = writer.messages.length > 0 ? value : promises.name)));
        }
        if (wait) await Promise.all(going);
      }
      await Promise.all(going);
      await writer.close({ completed: true });
    }
  }
}

describe('conversations on a disk whose process dies at any moment', () => {
  beforeAll(() => Logger.overrideLogger(false));
  afterAll(() => Logger.overrideLogger(new Logger()));

  it('keeps every acknowledged message exactly once and in order, and every file opens', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(life, { minLength: 1, maxLength: 5 }), async (lives) => {
        const clock = new FixedClock();
        const promises = new Promises();
        let disk = new MemoryFileOperations();
        for (const { steps, death, cause, luckyBytes } of lives) {
          disk = disk.restart('process', death);
          const fresh = (): FileSessionStore => new FileSessionStore(FOLDERS, clock, disk);
          const failure: unknown = await live(fresh(), clock, steps, promises, fresh).catch((error: unknown) => error);
          if (failure !== undefined) expect(failure).toBeInstanceOf(ProcessDied);

          disk = disk.restart(cause, undefined, luckyBytes);
          const text = disk.contentOf(CONVERSATION);
          if (text !== undefined) expect(() => JSON.parse(text) as unknown).not.toThrow();
          const after = new FileSessionStore(FOLDERS, clock, disk);
          const read = await after.read('s');
          const writer = await after.open('s');
          const found = writer.messages.map((message) => (message as { content?: unknown }).content);
          expect(found.slice(0, promises.messages.length)).toEqual(promises.messages);
          // What was asked for and never answered may be there or not, but in order and each batch whole.
          expect(beginningsOf(promises.asked)).toContainEqual(found.slice(promises.messages.length));
          expect(read?.messages ?? []).toEqual(writer.messages);
          expect([promises.name, ...promises.askedNames]).toContain(writer.metadata.name);
          if (promises.askedNames.length === 0) expect(writer.metadata.name).toBe(promises.name);
          expect(Object.entries(writer.metadata.annotations ?? {})).toEqual(found.map((content, index) => [String(index), { at: content }]));
          expect(await after.damageReports({ inspect: true })).toEqual([]);
          await writer.close({ completed: true });

          promises.messages = found as string[];
          promises.name = writer.metadata.name;
          promises.asked = [];
          promises.askedNames = [];
        }
      }),
      { numRuns: RUNS },
    );
  }, 120_000);

  it('recovers the same of a damaged conversation, each message once, wherever its repair dies', async () => {
    const clock = new FixedClock();
    const whole = new MemoryFileOperations();
    const before = new FileSessionStore(FOLDERS, clock, whole);
    const store = async (contents: string[], completed: boolean): Promise<void> => {
      const writer = await before.open('s');
      for (const content of contents) await writer.append([{ message: { role: 'user', content } as { role: string } }]);
      if (completed) await writer.close({ completed });
    };
    await store(['a', 'b', 'c'], true);
    await before.settle('s');
    await store(['d', 'e'], false);
    const text = whole.contentOf(CONVERSATION) ?? '';

    for (const [damaged, expected] of [
      [text.slice(0, text.indexOf('"c"')), ['a', 'b', 'd', 'e']],
      [text.slice(0, 5), ['d', 'e']],
      ['', ['d', 'e']],
      [text.replace('"b"', '\0\0\0'), ['a', 'c', 'd', 'e']],
    ] as const) {
      for (let after = 0; after < 25; after += 1) {
        for (const [cause, writtenBytes] of [['process', 0], ['process', 60], ['power', 0]] as const) {
          let disk = whole.restart('process', { after, writtenBytes });
          disk.put(CONVERSATION, damaged);
          const open = async (): Promise<ConversationWriter> => new FileSessionStore(FOLDERS, clock, disk).open('s');
          await open().catch((error: unknown) => expect(error).toBeInstanceOf(ProcessDied));
          disk = disk.restart(cause);
          const writer = await open();
          expect(writer.messages).toEqual(expected.map((content) => ({ role: 'user', content })));
          expect(writer.interrupted).toBe(true);
          expect(await new FileSessionStore(FOLDERS, clock, disk).damageReports()).toHaveLength(1);
        }
      }
    }
  });

  it('drops nothing but the torn line when the journal is cut at any byte', async () => {
    const clock = new FixedClock();
    const disk = new MemoryFileOperations();
    const store = new FileSessionStore(FOLDERS, clock, disk);
    const lengths: { bytes: number; messages: number }[] = [{ bytes: 0, messages: 0 }];
    const writer = await store.open('s');
    for (let messages = 1; messages <= 4; messages += 1) {
      await writer.append([{ message: { role: 'user', content: `wörd ${messages}` } as { role: string } }]);
      lengths.push({ bytes: Buffer.byteLength(disk.contentOf(JOURNAL) ?? ''), messages });
    }
    await writer.close({ completed: true });

    const journal = Buffer.from(disk.contentOf(JOURNAL) ?? '');
    for (let cut = 0; cut <= journal.length; cut += 1) {
      const damaged = new MemoryFileOperations();
      damaged.put(JOURNAL, journal.subarray(0, cut));
      const whole = lengths.filter(({ bytes }) => bytes <= cut).at(-1)?.messages ?? 0;
      const after = new FileSessionStore(FOLDERS, clock, damaged);
      const reopened = await after.open('s');
      expect(reopened.messages).toHaveLength(whole);
      await reopened.append([{ message: { role: 'user', content: 'next' } as { role: string } }]);
      await reopened.close({ completed: true });
      expect(await after.settle('s')).toBe(true);
      expect((await new FileSessionStore(FOLDERS, clock, damaged).read('s'))?.messages).toHaveLength(whole + 1);
      expect(await after.damageReports({ inspect: true })).toEqual([]);
    }
  });
});

/** The lists that some of the batches from the first on make. */
function beginningsOf(batches: string[][]): string[][] {
  return batches.reduce<string[][]>((lists, batch) => [...lists, [...(lists.at(-1) ?? []), ...batch]], [[]]);
}
