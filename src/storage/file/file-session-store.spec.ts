import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { StorageError } from '../../common/domain-error.js';
import { NodeFileOperations } from '../node-file-operations.js';
import type { ConversationWriter } from '../session-store.js';
import { FixedClock } from '../testing/fixed-clock.js';
import { FileSessionStore } from './file-session-store.js';

const say = (content: string, role = 'user') => ({ message: { role, content } as { role: string } });
const contents = (conversation: { messages: readonly unknown[] } | undefined): unknown[] =>
  (conversation?.messages ?? []).map((message) => (message as { content?: unknown }).content);

describe('FileSessionStore, with real files', () => {
  let home: string;
  let folder: string;
  let clock: FixedClock;
  let store: FileSessionStore;

  const fresh = (operations = new NodeFileOperations()): FileSessionStore =>
    new FileSessionStore({ conversations: folder, toolOutputs: path.join(home, 'tool-outputs') }, clock, operations);
  const file = (name: string): string => path.join(folder, name);
  const conversation = (): { metadata: Record<string, unknown>; messages: unknown[] } =>
    JSON.parse(readFileSync(file('s.json'), 'utf8')) as { metadata: Record<string, unknown>; messages: unknown[] };
  const original = (...messages: string[]): string =>
    JSON.stringify({ metadata: { handoffCount: 0, createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' }, messages: messages.map((content) => ({ role: 'user', content })) }, null, 2);

  async function turn(action: (writer: ConversationWriter) => Promise<unknown>, completed = true, using = store): Promise<ConversationWriter> {
    const writer = await using.open('s');
    try {
      await action(writer);
    } finally {
      await writer.close({ completed });
    }
    return writer;
  }

  beforeAll(() => Logger.overrideLogger(false));
  afterAll(() => Logger.overrideLogger(new Logger()));
  beforeEach(() => {
    home = mkdtempSync(path.join(tmpdir(), 'jarvis-store-'));
    folder = path.join(home, 'conversations');
    clock = new FixedClock();
    store = fresh();
  });
  afterEach(() => {
    rmSync(home, { recursive: true, force: true });
  });

  describe('a healthy conversation', () => {
    it('is written in the original format when it is settled, private, and nothing else is left', async () => {
      await turn((writer) => writer.append([say('hello'), say('hi', 'assistant')]));
      expect(await store.settle('s')).toBe(true);
      const metadata = { handoffCount: 0, createdAt: '2026-02-13T12:00:00.000Z', updatedAt: '2026-02-13T12:00:00.000Z' };
      const messages = [{ role: 'user', content: 'hello' }, { role: 'assistant', content: 'hi' }];
      expect(readFileSync(file('s.json'), 'utf8')).toBe(`${JSON.stringify({ metadata, messages }, null, 2)}\n`);
      expect(readdirSync(folder)).toEqual(['s.json']);
      expect(statSync(file('s.json')).mode & 0o777).toBe(0o600);
      expect(statSync(folder).mode & 0o777).toBe(0o700);
    });

    it('does not touch the conversation file while a turn stores', async () => {
      mkdirSync(folder);
      writeFileSync(file('s.json'), original('old'));
      const look = (): unknown[] => [statSync(file('s.json')).ino, statSync(file('s.json')).mtimeMs];
      const before = look();
      await turn(async (writer) => {
        await writer.append([say('new')]);
        expect(look()).toEqual(before);
        expect(statSync(file('s.journal')).size).toBeLessThan(500);
        expect(statSync(file('s.journal')).mode & 0o777).toBe(0o600);
      });
    });

    it('exists from its first message on and not before', async () => {
      await turn(async (writer) => {
        await writer.updateMetadata({ owner: 'guest-1' });
        expect(existsSync(folder)).toBe(false);
        expect(await store.read('s')).toBeUndefined();
        await writer.append([say('hello')]);
        expect(contents(await store.read('s'))).toEqual(['hello']);
      });
      expect((await fresh().read('s'))?.metadata.owner).toBe('guest-1');
      await fresh().open('never-used').then((writer) => writer.close({ completed: true }));
      expect(readdirSync(folder)).toEqual(['s.journal']);
    });

    it('is what a second process sees, during the turn and after', async () => {
      await turn(async (writer) => {
        await Promise.all([writer.append([say('one')]), writer.updateMetadata({ name: 'n' }), writer.append([say('two')])]);
        expect(contents(await fresh().read('s'))).toEqual(['one', 'two']);
      });
      const other = fresh();
      await turn((writer) => writer.append([say('three')]), true, other);
      await other.settle('s');
      const writer = await turn((same) => same.append([say('four')]));
      expect(contents(writer)).toEqual(['one', 'two', 'three', 'four']);
      expect(writer.metadata.name).toBe('n');
    });

    it('keeps annotations at the index of their message, and metadata of others', async () => {
      mkdirSync(folder);
      writeFileSync(file('s.json'), JSON.stringify({ metadata: { tokenUsage: { prompt: 7 }, custom: [1] }, messages: [{ role: 'system', content: 'p' }] }));
      await turn((writer) => writer.append([say('a'), { ...say('b'), annotation: { kind: 'resume' } }]));
      await turn((writer) => writer.updateMetadata({ custom: undefined, handoffCount: 2 }));
      await store.settle('s');
      expect(conversation().metadata).toEqual({
        tokenUsage: { prompt: 7 },
        handoffCount: 2,
        createdAt: expect.any(String) as string,
        updatedAt: '2026-02-13T12:00:00.000Z',
        annotations: { 2: { kind: 'resume' } },
      });
    });

    it('takes a change that a person made between two turns', async () => {
      await turn((writer) => writer.append([say('one')]));
      await store.settle('s');
      writeFileSync(file('s.json'), readFileSync(file('s.json'), 'utf8').replace('"one"', '"1ne"'));
      expect(contents(await turn((writer) => writer.append([say('two')])))).toEqual(['1ne', 'two']);
    });

    it('takes a change that a person made during a turn, and reports nothing', async () => {
      mkdirSync(folder);
      writeFileSync(file('s.json'), original('one'));
      await turn(async (writer) => {
        await writer.append([say('two')]);
        writeFileSync(file('s.json'), original('1ne'));
      });
      await store.settle('s');
      expect(contents(conversation())).toEqual(['1ne', 'two']);
      expect(await store.damageReports()).toEqual([]);
    });

    it('keeps what callers do to their objects afterwards away from what is stored', async () => {
      const message = { role: 'user', content: 'as said' };
      await turn(async (writer) => {
        await writer.append([{ message }]);
        message.content = 'changed';
        expect(contents(writer)).toEqual(['as said']);
      });
    });

    it('gives way when it is no longer time to settle', async () => {
      await turn((writer) => writer.append([say('one')]));
      expect(await store.settle('s', AbortSignal.abort())).toBe(false);
      expect(readdirSync(folder)).toEqual(['s.journal']);
    });
  });

  describe('a turn that was cut', () => {
    it('is seen by the next turn, which ends it', async () => {
      const writer = await store.open('s');
      await writer.append([say('question')]);
      // The process dies here: nobody closes.
      const next = fresh();
      expect(await next.hasOpenTurn('s')).toBe(true);
      expect(await next.settle('s')).toBe(false);
      expect((await turn((repair) => repair.append([say('repaired', 'assistant')]), true, next)).interrupted).toBe(true);
      expect(await next.hasOpenTurn('s')).toBe(false);
      expect((await turn(() => Promise.resolve(), true, fresh())).interrupted).toBe(false);
    });

    it('stays cut where the next turn fails before it stores anything, or is none', async () => {
      await (await store.open('s')).append([say('question')]);
      const next = fresh();
      await expect(turn(() => Promise.reject(new Error('no')), false, next)).rejects.toThrow('no');
      await turn((writer) => writer.updateMetadata({ name: 'n' }), false, next);
      expect(await fresh().hasOpenTurn('s')).toBe(true);
    });
  });

  describe('a damaged conversation', () => {
    const whole = original('one', 'two', 'three');
    const cut = whole.slice(0, whole.indexOf('three'));
    const nul = Buffer.from(whole);
    nul.fill(0, whole.indexOf('two') - 12, whole.indexOf('two') + 3);

    it.each<[string, string | Buffer, string[]]>([
      ['cut', cut, ['one', 'two']],
      ['overwritten with NULs', nul, ['one', 'three']],
      ['all NULs', Buffer.alloc(4096), []],
      ['empty', '', []],
      ['{}', '{}', []],
      ['[]', '[]', []],
      ['"x"', '"x"', []],
      ['without messages', '{"metadata":{}}', []],
      ['with a bad entry', '{"metadata":{},"messages":[{"role":"user","content":"one"},7]}', ['one']],
    ])('that is %s is recovered, kept aside and reported, and goes on', async (_, content, recovered) => {
      mkdirSync(folder);
      writeFileSync(file('s.json'), content);
      writeFileSync(file('other.json'), whole);
      expect(contents(await store.read('s'))).toEqual(recovered);
      expect(readdirSync(folder).sort()).toEqual(['other.json', 's.json']);

      const writer = await turn((open) => open.append([say('next')]));
      expect(writer.damage).toHaveLength(1);
      const [report] = writer.damage;
      expect(report).toMatchObject({ sessionId: 's', recoveredMessages: recovered.length, at: '2026-02-13T12:00:00.000Z' });
      expect(report?.problem).toMatch(/^The conversation file .*; \d messages? (was|were) recovered\.$/);
      expect(report?.keptAs).toBe('s.json.damaged-20260213T120000000Z');
      expect(readFileSync(file(report?.keptAs ?? ''))).toEqual(Buffer.from(content));
      expect(contents(writer)).toEqual([...recovered, 'next']);

      await store.settle('s');
      expect(contents(conversation())).toEqual([...recovered, 'next']);
      expect(readFileSync(file('other.json'), 'utf8')).toBe(whole);
      // Said once to a turn, and to the owner until the copy is removed, also after a restart.
      expect((await turn(() => Promise.resolve())).damage).toEqual([]);
      expect(await fresh().damageReports()).toEqual([report]);
    });

    it('that nobody opened yet is found by an inspection, which changes nothing', async () => {
      mkdirSync(folder);
      writeFileSync(file('s.json'), cut);
      expect(await store.damageReports()).toEqual([]);
      expect(await store.damageReports({ inspect: true })).toMatchObject([{ sessionId: 's', recoveredMessages: 2, keptAs: 's.json' }]);
      expect(readdirSync(folder)).toEqual(['s.json']);
    });

    it('that is a folder is moved aside with what is in it', async () => {
      mkdirSync(file('s.json/inside'), { recursive: true });
      const writer = await turn((open) => open.append([say('next')]));
      expect(writer.damage).toMatchObject([{ problem: 'The conversation file is a folder; 0 messages were recovered.' }]);
      expect(existsSync(file(`${writer.damage[0]?.keptAs}/inside`))).toBe(true);
      expect(contents(await fresh().read('s'))).toEqual(['next']);
      expect(await fresh().damageReports()).toEqual(writer.damage);
    });

    it('that is read-only goes on in a new file, and the old one is kept', async () => {
      mkdirSync(folder);
      writeFileSync(file('s.json'), whole);
      chmodSync(file('s.json'), 0o400);
      const writer = await turn((open) => open.append([say('next')]));
      expect(writer.damage).toMatchObject([{ problem: 'The conversation file is read-only; 3 messages were recovered.' }]);
      expect(readFileSync(file(writer.damage[0]?.keptAs ?? ''), 'utf8')).toBe(whole);
      expect(contents(writer)).toEqual(['one', 'two', 'three', 'next']);
    });

    it('is kept aside once, however often its repair is cut', async () => {
      mkdirSync(folder);
      for (let round = 0; round < 3; round += 1) {
        writeFileSync(file('s.json'), cut);
        clock.advance(1000);
        await turn(() => Promise.resolve(), true, fresh());
      }
      expect(await store.damageReports()).toHaveLength(1);
    });

    it('keeps its journal: each message once, also where the file was folded before', async () => {
      await turn((writer) => writer.append([say('one')]));
      await store.settle('s');
      await turn((writer) => writer.append([say('two'), say('three')]));
      const journal = readFileSync(file('s.journal'));
      await store.settle('s');
      const folded = readFileSync(file('s.json'), 'utf8');
      for (const [text, expected] of [
        [folded.slice(0, folded.indexOf('three')), ['one', 'two', 'three']],
        [folded.slice(0, folded.indexOf('two')), ['one', 'two', 'three']],
        [folded.slice(0, folded.indexOf('one')), ['two', 'three']],
      ] as const) {
        writeFileSync(file('s.json'), text);
        writeFileSync(file('s.journal'), journal);
        expect(contents(await turn(() => Promise.resolve(), true, fresh()))).toEqual(expected);
        await fresh().settle('s');
        expect(contents(conversation())).toEqual(expected);
      }
    });

    it('with an unreadable line in its journal keeps the other lines and the journal as it was', async () => {
      await turn(async (writer) => {
        for (const text of ['one', 'two', 'three']) await writer.append([say(text)]);
      });
      const bytes = readFileSync(file('s.journal'));
      bytes.fill(0, bytes.indexOf('two') - 20, bytes.indexOf('two'));
      writeFileSync(file('s.journal'), bytes);
      const writer = await turn((open) => open.append([say('four')]), true, fresh());
      expect(contents(writer)).toEqual(['one', 'three', 'four']);
      expect(writer.damage).toMatchObject([{ problem: 'The journal holds 1 unreadable line; 2 messages were recovered.' }]);
      expect(readFileSync(file(writer.damage[0]?.keptAs ?? ''))).toEqual(bytes);
      expect(contents(await fresh().read('s'))).toEqual(['one', 'three', 'four']);
    });

    it('whose journal is all NULs says so and keeps it; the torn start of a first line is nothing', async () => {
      await turn((writer) => writer.append([say('one')]));
      await store.settle('s');
      writeFileSync(file('s.journal'), Buffer.alloc(512));
      const writer = await turn((open) => open.append([say('two')]), true, fresh());
      expect(contents(writer)).toEqual(['one', 'two']);
      expect(writer.damage).toMatchObject([{ problem: 'The journal holds NUL bytes; 0 messages were recovered.' }]);
      expect(readFileSync(file(writer.damage[0]?.keptAs ?? ''))).toEqual(Buffer.alloc(512));
      await fresh().settle('s');
      writeFileSync(file('s.journal'), '{"type":"jour');
      expect((await turn((open) => open.append([say('three')]), true, fresh())).damage).toEqual([]);
    });

    it('whose file was removed while its journal was not folded keeps the journal and says so', async () => {
      await turn((writer) => writer.append([say('one')]));
      await store.settle('s');
      await turn((writer) => writer.append([say('two')]));
      rmSync(file('s.json'));
      const writer = await turn((open) => open.append([say('three')]), true, fresh());
      expect(contents(writer)).toEqual(['two', 'three']);
      expect(writer.damage).toMatchObject([{ problem: expect.stringContaining('does not fit its conversation file') as string }]);
    });

    it('stays interrupted through its repair', async () => {
      await (await store.open('s')).append([say('question')]);
      writeFileSync(file('s.json'), '{}');
      const next = fresh();
      const writer = await next.open('s');
      expect(writer.interrupted).toBe(true);
      expect(contents(writer)).toEqual(['question']);
      await writer.close({ completed: false });
      expect(await fresh().hasOpenTurn('s')).toBe(true);
    });
  });

  describe('a disk that refuses', () => {
    class Refusing extends NodeFileOperations {
      refuse: { operation: 'write' | 'datasync' | 'truncate' | 'replace' | 'move'; code: string }[] = [];
      /** A flush takes until then. */
      flushed = Promise.resolve();

      check(operation: string): void {
        const found = this.refuse.find((refusal) => refusal.operation === operation);
        if (found) throw Object.assign(new Error(`${found.code}: refused, open '${folder}'`), { code: found.code });
      }

      override open(name: string) {
        const file = super.open(name);
        return {
          get size() {
            return file.size;
          },
          stamp: () => file.stamp(),
          lastByte: () => file.lastByte(),
          close: () => file.close(),
          write: async (bytes: Uint8Array, position: number) => {
            if (this.refuse.some(({ operation }) => operation === 'write')) await file.write(bytes.subarray(0, 10), position);
            this.check('write');
            await file.write(bytes, position);
          },
          datasync: async () => {
            this.check('datasync');
            await this.flushed;
            await file.datasync();
          },
          truncate: (size: number) => {
            this.check('truncate');
            file.truncate(size);
          },
        };
      }

      override async replace(name: string, content: Uint8Array): Promise<void> {
        this.check('replace');
        await super.replace(name, content);
      }

      override async move(from: string, to: string): Promise<void> {
        this.check('move');
        await super.move(from, to);
      }
    }

    let operations: Refusing;
    beforeEach(() => {
      operations = new Refusing();
      store = fresh(operations);
    });

    it.each([
      ['write', 'ENOSPC', 'the disk is full'],
      ['write', 'EIO', 'the disk reported an error'],
      ['write', 'EROFS', 'read-only'],
      ['write', 'EWEIRD', 'the system refused it (EWEIRD)'],
    ] as const)('fails the append at %s with %s, says so without a path, and leaves no half line', async (operation, code, words) => {
      await turn(async (writer) => {
        await writer.append([say('one')]);
        operations.refuse = [{ operation, code }];
        const failures = await Promise.all([writer.append([say('lost')]), writer.updateMetadata({ name: 'lost' })].map((promise) => promise.catch((error: unknown) => error)));
        for (const failure of failures) {
          expect(failure).toBeInstanceOf(StorageError);
          expect((failure as StorageError).message).toContain(words);
          expect((failure as StorageError).message).toContain('Session s');
          expect((failure as StorageError).message).not.toContain(home);
        }
        operations.refuse = [];
        await writer.append([say('two')]);
      });
      for (const reader of [store, fresh()]) {
        const read = await reader.read('s');
        expect(contents(read)).toEqual(['one', 'two']);
        expect(read?.metadata.name).toBeUndefined();
      }
      expect(await fresh().damageReports({ inspect: true })).toEqual([]);
    });

    it('calls messages written before they are flushed, and stored only afterwards', async () => {
      let flush = (): void => undefined;
      operations.flushed = new Promise((resolve) => (flush = resolve));
      await turn(async (writer) => {
        const { stored } = await writer.write([say('one')]);
        expect(contents(writer)).toEqual(['one']);
        expect(readFileSync(file('s.journal'), 'utf8')).toContain('one');
        expect(await Promise.race([stored.then(() => 'stored'), setImmediate('written')])).toBe('written');
        const second = writer.write([say('two')]);
        flush();
        await stored;
        await (await second).stored;
        await writer.append([say('three')]);
      });
      expect(contents(await fresh().read('s'))).toEqual(['one', 'two', 'three']);
    });

    it('takes back what was written and could not be flushed, and lets nothing follow until the next turn', async () => {
      await turn(async (writer) => {
        await writer.append([say('one')]);
        operations.refuse = [{ operation: 'datasync', code: 'EIO' }];
        const { stored } = await writer.write([say('lost')]);
        await expect(stored).rejects.toMatchObject({ code: 'storage_error', message: expect.stringContaining('the disk reported an error') as string });
        operations.refuse = [];
        await expect(writer.append([say('too')])).rejects.toBeInstanceOf(StorageError);
      });
      for (const reader of [store, fresh()]) expect(contents(await reader.read('s'))).toEqual(['one']);
      await turn((writer) => writer.append([say('two')]));
      for (const reader of [store, fresh()]) expect(contents(await reader.read('s'))).toEqual(['one', 'two']);
      expect(await fresh().damageReports({ inspect: true })).toEqual([]);
    });

    it('does not begin a conversation whose first message could not be stored', async () => {
      operations.refuse = [{ operation: 'write', code: 'ENOSPC' }];
      await expect(turn((writer) => writer.append([say('lost')]), false)).rejects.toBeInstanceOf(StorageError);
      expect(readdirSync(folder)).toEqual([]);
      expect(await store.read('s')).toBeUndefined();
      expect(await store.rows()).toEqual([]);
    });

    it('lets nothing follow half a line that it could not take back, until the next turn', async () => {
      await turn(async (writer) => {
        await writer.append([say('one')]);
        operations.refuse = [{ operation: 'write', code: 'EIO' }, { operation: 'truncate', code: 'EIO' }];
        await expect(writer.append([say('lost')])).rejects.toBeInstanceOf(StorageError);
        operations.refuse = [];
        await expect(writer.append([say('too')])).rejects.toBeInstanceOf(StorageError);
      });
      await turn((writer) => writer.append([say('two')]));
      expect(contents(await fresh().read('s'))).toEqual(['one', 'two']);
      expect(await fresh().damageReports({ inspect: true })).toEqual([]);
    });

    it('keeps the journal and the old file where it cannot fold', async () => {
      await turn((writer) => writer.append([say('one')]));
      operations.refuse = [{ operation: 'replace', code: 'ENOSPC' }];
      await expect(store.settle('s')).rejects.toBeInstanceOf(StorageError);
      expect(readdirSync(folder)).toEqual(['s.journal']);
      operations.refuse = [];
      expect(await store.settle('s')).toBe(true);
      expect(contents(conversation())).toEqual(['one']);
    });

    it('says so where a folder in the place of the file cannot be moved away', async () => {
      mkdirSync(file('s.json'), { recursive: true });
      operations.refuse = [{ operation: 'move', code: 'EACCES' }];
      await expect(store.open('s')).rejects.toMatchObject({ code: 'storage_error', message: expect.stringContaining('permission was denied') as string });
      expect(statSync(file('s.json')).isDirectory()).toBe(true);
    });
  });

  describe('rows', () => {
    it('shows name, owner, times and the first words of a person, read from files of every kind', async () => {
      mkdirSync(folder);
      writeFileSync(file('old.json'), JSON.stringify({ metadata: { updatedAt: '2026-01-02T00:00:00.000Z', name: 'Old', owner: 'guest' }, messages: [{ role: 'system', content: 'p' }, { role: 'user', content: '  first\nwords ' }] }));
      writeFileSync(file('parts.json'), JSON.stringify({ metadata: {}, messages: [{ role: 'user', content: [{ type: 'text', text: 'in parts' }] }] }));
      const annotations = Object.fromEntries(Array.from({ length: 4000 }, (_, index) => [String(index + 10), { at: '2026-01-01T00:00:00.000Z' }]));
      writeFileSync(file('large.json'), JSON.stringify({ metadata: { annotations: { ...annotations, 1: { kind: 'resume' } } }, messages: [{ role: 'system', content: 'p' }, { role: 'user', content: 'go on' }, { role: 'user', content: 'a person' }] }));
      writeFileSync(file('bad.json'), '');
      mkdirSync(file('folder.json'));
      writeFileSync(file('.hidden.json'), '{}');
      writeFileSync(file('notes.txt'), '');
      utimesSync(file('bad.json'), new Date(0), new Date(1_000));
      await turn((writer) => writer.append([say('in a journal')]));
      const rows = Object.fromEntries((await store.rows()).map((row) => [row.id, row]));
      expect(Object.keys(rows).sort()).toEqual(['bad', 'folder', 'large', 'old', 'parts', 's']);
      expect(rows['old']).toMatchObject({ updatedAt: '2026-01-02T00:00:00.000Z', name: 'Old', owner: 'guest', firstUserText: 'first\nwords ' });
      expect(rows['parts']?.firstUserText).toBe('in parts');
      expect(rows['large']?.firstUserText).toBe('a person');
      expect(rows['s']?.firstUserText).toBe('in a journal');
      expect(rows['bad']).toEqual({ id: 'bad', createdAt: '1970-01-01T00:00:01.000Z', updatedAt: '1970-01-01T00:00:01.000Z' });
    });

    it('reads a file again only when it changed', async () => {
      mkdirSync(folder);
      for (let index = 0; index < 20; index += 1) writeFileSync(file(`${index}.json`), original(`question ${index}`));
      let reads = 0;
      class Counting extends NodeFileOperations {
        override readPart(name: string, position: number, length: number): Promise<Buffer> {
          reads += 1;
          return super.readPart(name, position, length);
        }
      }
      const counting = fresh(new Counting());
      expect(await counting.rows()).toHaveLength(20);
      writeFileSync(file('3.json'), original('another question'));
      rmSync(file('4.json'));
      const rows = await counting.rows();
      expect(reads).toBe(21);
      expect(rows).toHaveLength(19);
      expect(rows.find(({ id }) => id === '3')?.firstUserText).toBe('another question');
    });
  });

  it('removes everything of a session and nothing of others', async () => {
    mkdirSync(folder);
    writeFileSync(file('s.json'), '{');
    writeFileSync(file('s.json.json'), original('of another'));
    writeFileSync(file('s.json.12.0123456789ab.tmp'), 'half');
    await turn((writer) => writer.append([say('one')]));
    mkdirSync(path.join(home, 'tool-outputs', 's'), { recursive: true });
    expect(readdirSync(folder)).toHaveLength(6);
    expect(await store.remove('s')).toBe(true);
    expect(readdirSync(folder)).toEqual(['s.json.json']);
    expect(existsSync(path.join(home, 'tool-outputs', 's'))).toBe(false);
    expect(await store.remove('s')).toBe(false);
    expect(await store.read('s')).toBeUndefined();
  });

  it('clears up what a killed process left half written', async () => {
    mkdirSync(folder);
    writeFileSync(file('s.json'), original('one'));
    writeFileSync(file('s.json.12.0123456789ab.tmp'), 'half');
    expect(await store.unsettled()).toEqual(['s']);
    await store.tidy('s');
    expect(readdirSync(folder)).toEqual(['s.json']);
  });
});
