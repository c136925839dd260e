import { createRequire } from 'node:module';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { InvalidInputError, StorageError } from '../../common/domain-error.js';
import { FixedClock } from '../testing/fixed-clock.js';
import { DamagedDatabaseError, NewerDatabaseError } from './database.errors.js';
import type { DatabaseSchema } from './database-schema.js';
import { LibsqlDatabase } from './libsql-database.js';

const NOTES: DatabaseSchema = { name: 'notes', migrations: ['CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT UNIQUE) STRICT'] };

/** The real driver on a real file. */
describe('LibsqlDatabase', () => {
  let folder: string;
  let file: string;
  let database: LibsqlDatabase;
  const open = (...schemas: DatabaseSchema[]): LibsqlDatabase => (database = new LibsqlDatabase(file, () => schemas, new FixedClock()));
  const add = (text: string) => database.prepare('INSERT INTO notes (text) VALUES (?)').run(text);
  const texts = (): unknown[] => database.prepare<{ text: string }>('SELECT text FROM notes ORDER BY id').all().map((row) => row.text);

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'jarvis-database-'));
    file = path.join(folder, 'data', 'jarvis.db');
    open(NOTES);
  });
  afterEach(async () => {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('there is no file before the first use, and then it is the owner’s alone, like those beside it', () => {
    expect(existsSync(file)).toBe(false);
    add('one');
    const files = readdirSync(path.dirname(file));
    expect(files.sort()).toEqual(['jarvis.db', 'jarvis.db-shm', 'jarvis.db-wal']);
    for (const name of files) expect(statSync(path.join(path.dirname(file), name)).mode & 0o777).toBe(0o600);
  });

  test('a file that others may read is closed to them', async () => {
    add('one');
    await database.close();
    chmodSync(file, 0o644);
    open(NOTES);
    expect(texts()).toEqual(['one']);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('what was written is there after it was closed and opened again, all in the one file', async () => {
    expect(add('one')).toEqual({ changes: 1, lastInsertRowid: 1 });
    await database.close();
    expect(existsSync(`${file}-wal`) ? statSync(`${file}-wal`).size : 0).toBe(0);
    open(NOTES);
    expect(texts()).toEqual(['one']);
  });

  test('values come back as they were given, and rows hold their columns and nothing else', () => {
    const one = database.prepare("SELECT ? AS a, ? AS b, ? AS c, ? AS d, 'x' AS e").get(null, 1.5, 'it’s “text” 😀', new Uint8Array([1, 2]));
    expect({ ...one, d: [...(one?.d as Uint8Array)] }).toEqual({ a: null, b: 1.5, c: 'it’s “text” 😀', d: [1, 2], e: 'x' });
    expect(database.prepare('SELECT 1 WHERE 0').get()).toBeUndefined();
  });

  test('text with a NUL is the sender’s fault, and harms nothing', () => {
    expect(() => add('a\u0000b')).toThrow(InvalidInputError);
    expect(texts()).toEqual([]);
  });

  test.each([true, undefined, Number.NaN, {}, new Date(0), ['a']])('a value that SQLite cannot hold (%p) is a fault of the caller and harms nothing', async (value) => {
    expect(() => add(value as string)).toThrow(TypeError);
    await expect((async () => database.read('SELECT ? AS a', [value as string]))()).rejects.toThrow(TypeError);
    add('still there');
    expect(texts()).toEqual(['still there']);
  });

  test('foreign keys are enforced', () => {
    database.prepare('CREATE TABLE parts (note INTEGER NOT NULL REFERENCES notes (id) ON DELETE CASCADE)').run();
    expect(() => database.prepare('INSERT INTO parts VALUES (9)').run()).toThrow(/FOREIGN KEY/);
  });

  describe('a transaction', () => {
    test('is all or nothing, and throws what was thrown in it', () => {
      const failure = new Error('half way');
      expect(() =>
        database.transaction(() => {
          add('one');
          throw failure;
        }),
      ).toThrow(failure);
      expect(texts()).toEqual([]);
      expect(database.transaction(() => add('two').changes)).toBe(1);
      expect(texts()).toEqual(['two']);
    });

    test('within another is part of it', () => {
      expect(() =>
        database.transaction(() => {
          database.transaction(() => add('inner'));
          add('inner');
        }),
      ).toThrow(/UNIQUE/);
      expect(texts()).toEqual([]);
    });

    test('waits for that of another process, and says what is wrong where it takes too long', () => {
      add('one');
      const other = new LibsqlDatabase(file, () => [NOTES], new FixedClock());
      other.transaction(() => {
        other.prepare('INSERT INTO notes (text) VALUES (?)').run('two');
        expect(() => database.transaction(() => add('three'))).toThrow('another process is writing');
      });
      add('three');
      expect(texts()).toEqual(['one', 'two', 'three']);
      return other.close();
    });
  });

  describe('read', () => {
    const SLOW = 'WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 2000000) SELECT count(*) AS n FROM numbers';

    test('sees what was committed before it, and keeps the order that was asked for', async () => {
      for (const text of ['b', 'c', 'a']) add(text);
      expect(await database.read('SELECT text FROM notes ORDER BY text DESC LIMIT ?', [2])).toEqual([{ text: 'c' }, { text: 'b' }]);
      add('d');
      expect(await database.read('SELECT text FROM notes ORDER BY text DESC LIMIT ?', [2])).toEqual([{ text: 'd' }, { text: 'c' }]);
    });

    test('does not hold up the event loop, nor writes', async () => {
      let turns = 0;
      let isReading = true;
      const count = (): void => {
        turns += 1;
        if (isReading) setImmediate(count);
      };
      const reading = database.read(SLOW);
      setImmediate(count);
      add('meanwhile');
      expect(await reading).toEqual([{ n: 2_000_000 }]);
      isReading = false;
      expect(turns).toBeGreaterThan(100);
      expect(texts()).toEqual(['meanwhile']);
    });

    test('many at once are all answered', async () => {
      add('one');
      const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => database.read('SELECT ? AS n FROM notes', [index])));
      expect(answers.flat()).toEqual(Array.from({ length: 50 }, (_, n) => ({ n })));
    });

    test('cannot write', async () => {
      add('one');
      await expect(database.read("INSERT INTO notes (text) VALUES ('x') RETURNING id")).rejects.toThrow();
      expect(texts()).toEqual(['one']);
    });

    test('one that fails does not keep the next from being answered', async () => {
      await expect(database.read('SELECT text FROM nowhere')).rejects.toThrow(/nowhere/);
      expect(await database.read('SELECT 1 AS n')).toEqual([{ n: 1 }]);
    });

    test('what is at work when the server stops is answered; later calls are refused in words', async () => {
      const reading = database.read(SLOW);
      const closing = database.onApplicationShutdown();
      expect(await reading).toEqual([{ n: 2_000_000 }]);
      await closing;
      await expect(database.read('SELECT 1')).rejects.toThrow(StorageError);
      expect(() => database.prepare('SELECT 1')).toThrow('The server is stopping');
      expect(() => database.transaction(() => undefined)).toThrow(StorageError);
    });
  });

  describe('schemas', () => {
    const versions = () => database.prepare('SELECT name, version, applied_at FROM schema_versions ORDER BY name').all();
    const NEXT: DatabaseSchema = { name: 'notes', migrations: [...NOTES.migrations, 'ALTER TABLE notes ADD COLUMN mood TEXT', "UPDATE notes SET mood = 'calm'"] };
    const LINKS: DatabaseSchema = { name: 'links', migrations: ['CREATE TABLE links (url TEXT) STRICT; CREATE INDEX links_url ON links (url)'] };

    test('of every feature are brought up to date from where they are, and what is there is kept', async () => {
      add('one');
      await database.close();
      open(NEXT, LINKS);
      expect(database.prepare('SELECT text, mood FROM notes').all()).toEqual([{ text: 'one', mood: 'calm' }]);
      expect(versions()).toEqual([
        { name: 'links', version: 1, applied_at: '2026-02-13T12:00:00.000Z' },
        { name: 'notes', version: 3, applied_at: '2026-02-13T12:00:00.000Z' },
      ]);
    });

    test('change nothing at all where one migration fails', async () => {
      add('one');
      await database.close();
      open(LINKS, { ...NEXT, migrations: [...NEXT.migrations, 'no SQL'] });
      expect(() => texts()).toThrow(/syntax error/);
      open(NOTES);
      expect(texts()).toEqual(['one']);
      expect(versions()).toMatchObject([{ name: 'notes', version: 1 }]);
      expect(() => database.prepare('SELECT mood FROM notes')).toThrow();
    });

    test('that are newer than the code are refused, and nothing is changed', async () => {
      open(NEXT);
      add('one');
      await database.close();
      open(LINKS, NOTES);
      expect(() => texts()).toThrow(NewerDatabaseError);
      expect(() => texts()).toThrow(/notes 3; this one knows 1/);
      open(NEXT);
      expect(versions()).toMatchObject([{ name: 'notes', version: 3 }]);
    });

    test('of a feature that is gone stay', async () => {
      open(NOTES, LINKS);
      add('one');
      await database.close();
      open(NOTES);
      expect(texts()).toEqual(['one']);
      expect(versions()).toHaveLength(2);
    });
  });

  describe('a damaged file', () => {
    test.each([
      ['other content', Buffer.from('This is no database. '.repeat(200))],
      ['a torn header', Buffer.concat([Buffer.from('SQLite format 3\u0000'), Buffer.alloc(4000, 0xff)])],
    ])('(%s) is an error that says what to do, is left as it is, and names no path', async (_name, bytes) => {
      add('one');
      await database.close();
      writeFileSync(file, bytes);
      open(NOTES);
      const attempt = (): unknown => texts();
      expect(attempt).toThrow(DamagedDatabaseError);
      expect(attempt).not.toThrow(folder);
      await expect(database.read('SELECT 1')).rejects.toThrow(DamagedDatabaseError);
      expect(readFileSync(file)).toEqual(bytes);
    });

    test('in the middle is an error of what needs that place', async () => {
      const long = 'x'.repeat(900);
      database.transaction(() => {
        for (let index = 0; index < 200; index += 1) add(`${index} ${long}`);
      });
      await database.close();
      const bytes = readFileSync(file);
      bytes.fill(0xee, 4096 * 4, 4096 * 30);
      writeFileSync(file, bytes);
      open(NOTES);
      expect(() => texts()).toThrow(DamagedDatabaseError);
    });

    test('that is mended works again without a restart', async () => {
      add('one');
      await database.close();
      const good = readFileSync(file);
      writeFileSync(file, 'damage '.repeat(500));
      open(NOTES);
      expect(() => texts()).toThrow(DamagedDatabaseError);
      writeFileSync(file, good);
      expect(texts()).toEqual(['one']);
      expect(await database.read('SELECT text FROM notes')).toEqual([{ text: 'one' }]);
    });
  });

  describe('an extension', () => {
    const vectors = createRequire(import.meta.url)('sqlite-vec') as { getLoadablePath(): string };

    test('works for writes and for reads, whichever came first, and is loaded once', async () => {
      expect(await database.read('SELECT 1 AS one')).toEqual([{ one: 1 }]);
      database.loadExtension(vectors.getLoadablePath());
      database.loadExtension(vectors.getLoadablePath());
      expect(database.prepare<{ length: number }>("SELECT vec_length('[1, 2]') AS length").get()).toEqual({ length: 2 });
      expect(await database.read("SELECT vec_length('[1, 2, 3]') AS length")).toEqual([{ length: 3 }]);
    });

    test('that is none is an error, and the database goes on', async () => {
      expect(() => database.loadExtension(path.join(folder, 'no-extension.so'))).toThrow();
      expect(await database.read('SELECT 1 AS one')).toEqual([{ one: 1 }]);
    });
  });

  test('a file in the place of its folder is an error without a path', () => {
    writeFileSync(path.join(folder, 'plain'), '');
    file = path.join(folder, 'plain', 'jarvis.db');
    open(NOTES);
    expect(() => texts()).toThrow(StorageError);
    expect(() => texts()).not.toThrow(folder);
  });
});
