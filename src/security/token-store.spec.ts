import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Clock, SystemClock } from '../common/clock.js';
import { InvalidInputError, NotFoundError, StorageError } from '../common/domain-error.js';
import { LibsqlLock } from '../storage/libsql-lock.js';
import { TokenStore } from './token-store.js';

class FixedClock extends Clock {
  time = new Date('2026-05-01T10:00:00.000Z');
  override now(): Date {
    return this.time;
  }
  override sleep(): Promise<void> {
    return Promise.resolve();
  }
}

describe('TokenStore', () => {
  let folder: string;
  let file: string;
  let clock: FixedClock;
  let store: TokenStore;

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'jarvis-tokens-'));
    file = path.join(folder, 'config', 'tokens.json');
    clock = new FixedClock();
    store = new TokenStore(file, clock);
  });

  afterEach(async () => {
    // A use is noted after the answer.
    await store.flush();
    rmSync(folder, { recursive: true });
  });

  test('a token is shown once, verified, and kept only as a hash in a private file', async () => {
    const { token, id } = await store.create({ name: 'phone' });

    expect(token).toMatch(new RegExp(`^jrv_${id}_[A-Za-z0-9_-]{43}$`));
    expect(store.verify(token)).toEqual({ id, name: 'phone', scopes: ['admin'], createdAt: '2026-05-01T10:00:00.000Z' });
    expect(readFileSync(file, 'utf8')).not.toContain(token.slice(-43));
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(JSON.stringify(store.list())).not.toMatch(/sha256|hash/);
  });

  test('a token without scopes is the owner’s, one with scopes has those alone', async () => {
    await store.create({ name: 'a' });
    await store.create({ name: 'b', scopes: ['completions', 'operator.read', 'completions'] });
    expect(store.list().map((token) => token.scopes)).toEqual([['admin'], ['completions', 'operator.read']]);
  });

  test('what another process creates or revokes holds at once', async () => {
    const elsewhere = new TokenStore(file, clock);
    expect(store.hasAny()).toBe(false);

    const { token, id } = await elsewhere.create({ name: 'cli' });
    expect(store.verify(token)?.id).toBe(id);
    expect(store.hasAny()).toBe(true);

    await elsewhere.revoke(id);
    expect(store.verify(token)).toBeUndefined();
  });

  test('refuses every token that differs, however little', async () => {
    const { token, id } = await store.create({ name: 'x' });
    const other = await store.create({ name: 'y' });
    const hostile = [
      '',
      'jrv_',
      id,
      ` ${token}`,
      `${token} `,
      `${token}\n`,
      token.toUpperCase(),
      token.slice(0, -1),
      `${token}A`,
      token.replace(id, other.id),
      token.replace(id, '000000000000'),
      `jrv_${id}_${'\u0000'.repeat(43)}`,
      '__proto__',
      readFileSync(file, 'utf8').match(/\$sha256\$[^"]+/)?.[0] ?? '',
    ];
    for (const presented of hostile) expect(store.verify(presented)).toBeUndefined();
  });

  test('notes the last use to the minute, apart from the tokens', async () => {
    const { token, id } = await store.create({ name: 'phone' });
    const before = readFileSync(file, 'utf8');
    store.verify(token);
    clock.time = new Date('2026-05-01T10:00:30.000Z');
    store.verify(token);
    await store.flush();
    expect(store.list()[0]?.lastUsedAt).toBe('2026-05-01T10:00:00.000Z');

    clock.time = new Date('2026-05-01T10:01:00.000Z');
    store.verify(token);
    await store.flush();
    expect(new TokenStore(file, clock).list()[0]?.lastUsedAt).toBe('2026-05-01T10:01:00.000Z');
    expect(readFileSync(file, 'utf8')).toBe(before);

    await store.revoke(id);
    expect(store.list()).toEqual([]);
  });

  test('creations at the same time are all kept', async () => {
    const made = await Promise.all(Array.from({ length: 20 }, (_, index) => store.create({ name: `n${index}` })));
    expect(store.list().map((token) => token.id)).toEqual(made.map((token) => token.id));
  });

  test('also those of several processes', async () => {
    // Each with a lock of its own, as processes have.
    const stores = [1, 2, 3].map(() => new TokenStore(file, new SystemClock(), new LibsqlLock(path.join(folder, 'locks'), new SystemClock())));
    const made = await Promise.all(stores.flatMap((each) => Array.from({ length: 5 }, (_, index) => each.create({ name: `n${index}` }))));
    expect(store.list().map((token) => token.id).sort()).toEqual(made.map((token) => token.id).sort());
  });

  test.each([
    [{ name: '  ' }],
    [{ name: 'two\nlines' }],
    [{ name: 'n'.repeat(101) }],
    [{ name: 'n', scopes: ['Admin'] }],
    [{ name: 'n', scopes: ['a b'] }],
    [{ name: 'n', scopes: Array.from({ length: 33 }, (_, index) => `s${index}`) }],
  ])('refuses %j', async (request) => {
    await expect(store.create(request)).rejects.toThrow(InvalidInputError);
    expect(store.hasAny()).toBe(false);
  });

  test('revoking what does not exist says so', async () => {
    await expect(store.revoke('ffffffffffff')).rejects.toThrow(NotFoundError);
  });

  test.each(['', '{', '[]', '{}', '{"tokens":[{"id":"a"}]}', '\u0000\u0000'])(
    'a damaged file %j lets nobody in, is said, and is not overwritten',
    async (content) => {
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, content);
      expect(() => store.verify(`jrv_0123456789ab_${'A'.repeat(43)}`)).toThrow(StorageError);
      await expect(store.create({ name: 'n' })).rejects.toThrow(/damaged/);
      expect(readFileSync(file, 'utf8')).toBe(content);
    },
  );

  test('a folder in the place of the file is said without its path', async () => {
    mkdirSync(file, { recursive: true });
    chmodSync(file, 0o700);
    await expect(store.create({ name: 'n' })).rejects.toThrow(/EISDIR/);
    await expect(store.create({ name: 'n' })).rejects.not.toThrow(folder);
  });
});
