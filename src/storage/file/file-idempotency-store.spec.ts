import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Logger } from '@nestjs/common';
import { SystemClock } from '../../common/clock.js';
import { InvalidInputError, StorageError } from '../../common/domain-error.js';
import type { IdempotencyClaim, IdempotencyState } from '../idempotency-store.js';
import { LibsqlLock } from '../libsql-lock.js';
import { IDEMPOTENCY_KEPT_MS, IDEMPOTENCY_SWEEP_MS } from '../limits.js';
import { NodeFileOperations } from '../node-file-operations.js';
import { ChildPrograms, killHard } from '../testing/child-process.js';
import { FixedClock } from '../testing/fixed-clock.js';
import { FileIdempotencyStore } from './file-idempotency-store.js';

const REQUEST = { key: 'key-1', principalId: 'local', requestHash: 'h', sessionId: 's1' };

function claimIn(state: IdempotencyState): IdempotencyClaim {
  if (!('claim' in state)) throw new Error(`no claim: ${state.state}`);
  return state.claim;
}

describe('FileIdempotencyStore, with real files and locks', () => {
  let home: string;
  let clock: FixedClock;
  let store: FileIdempotencyStore;
  const children = new ChildPrograms();

  const fresh = (operations = new NodeFileOperations()): FileIdempotencyStore =>
    new FileIdempotencyStore(path.join(home, 'kept'), new LibsqlLock(path.join(home, 'locks'), new SystemClock()), clock, operations);

  beforeAll(() => Logger.overrideLogger(false));
  afterAll(() => {
    Logger.overrideLogger(new Logger());
    children.remove();
  });
  beforeEach(() => {
    home = mkdtempSync(path.join(tmpdir(), 'jarvis-idempotency-'));
    clock = new FixedClock(new Date().toISOString());
    store = fresh();
  });
  afterEach(() => rmSync(home, { recursive: true, force: true }));

  it('gives the first answer again, also after a restart, and only to the same request of the same principal', async () => {
    const answer = { response: 'hällo', toolCalls: [{ name: 'x' }] };
    await claimIn(await store.begin(REQUEST)).complete(answer);
    expect(await store.begin(REQUEST)).toEqual({ state: 'done', answer, sessionId: 's1' });
    expect(await fresh().begin({ ...REQUEST, sessionId: 'other' })).toEqual({ state: 'done', answer, sessionId: 's1' });
    expect(await fresh().begin({ ...REQUEST, requestHash: 'other' })).toEqual({ state: 'mismatch' });
    const other = await store.begin({ ...REQUEST, principalId: 'guest-1' });
    expect(other.state).toBe('new');
    await claimIn(other).abandon();
  });

  it('lets a repetition wait for the answer while it is being made, in this and in another process', async () => {
    const claim = claimIn(await store.begin(REQUEST));
    expect(await store.begin(REQUEST)).toEqual({ state: 'running', sessionId: 's1' });
    expect(await fresh().begin(REQUEST)).toEqual({ state: 'running', sessionId: 's1' });
    expect(await fresh().begin({ ...REQUEST, requestHash: 'other' })).toEqual({ state: 'mismatch' });
    clock.sleep = (milliseconds, signal) => new SystemClock().sleep(milliseconds, signal);
    const waiting = Promise.all([store.wait(REQUEST), fresh().wait(REQUEST)]);
    await claim.complete('answer');
    expect(await waiting).toEqual([{ state: 'done', answer: 'answer', sessionId: 's1' }, { state: 'done', answer: 'answer', sessionId: 's1' }]);
  });

  it('makes one of many the first', async () => {
    const states = await Promise.all(Array.from({ length: 10 }, (_, index) => (index % 2 ? store : fresh()).begin(REQUEST)));
    expect(states.filter(({ state }) => state === 'new')).toHaveLength(1);
    expect(states.filter(({ state }) => state === 'running')).toHaveLength(9);
  });

  it('stops waiting with the signal', async () => {
    await store.begin(REQUEST);
    const reason = new Error('client left');
    await expect(store.wait(REQUEST, AbortSignal.abort(reason))).rejects.toBe(reason);
  });

  it('begins anew where nothing was done under the key', async () => {
    await claimIn(await store.begin(REQUEST)).abandon();
    expect((await store.begin({ ...REQUEST, requestHash: 'other' })).state).toBe('new');
  });

  it('hands a request whose process was killed to one who sends it again, in the session it had', async () => {
    const child = await children.start('hold-claim', [home, REQUEST.key, 's-first']);
    expect(child.lines).toEqual(['new']);
    expect(await store.begin(REQUEST)).toEqual({ state: 'running', sessionId: 's-first' });
    await killHard(child);
    const states = await Promise.all([store.begin(REQUEST), fresh().begin(REQUEST)]);
    expect(states.map(({ state }) => state).sort()).toEqual(['interrupted', 'running']);
    const claim = claimIn(states.find(({ state }) => state === 'interrupted') as IdempotencyState);
    expect(claim.sessionId).toBe('s-first');
    await claim.complete('second attempt');
    expect(await store.begin(REQUEST)).toEqual({ state: 'done', answer: 'second attempt', sessionId: 's-first' });
  });

  it('forgets after a day, keeps private files, and leaves no lock behind', async () => {
    await claimIn(await store.begin(REQUEST)).complete('answer');
    const kept = path.join(home, 'kept');
    const [name = ''] = readdirSync(kept);
    expect(name).not.toContain(REQUEST.key);
    expect(statSync(path.join(kept, name)).mode & 0o777).toBe(0o600);
    expect(readdirSync(path.join(home, 'locks'))).toEqual([]);
    clock.advance(IDEMPOTENCY_KEPT_MS + 1);
    expect((await store.begin(REQUEST)).state).toBe('new');
  });

  it('sweeps what is older than a day, whatever it is, and nothing that is being run', async () => {
    const kept = path.join(home, 'kept');
    const names = ['a', 'b', 'c'].map((letter) => `${letter.repeat(64)}.json`);
    const running = claimIn(await store.begin(REQUEST));
    const [runningName] = readdirSync(kept);
    for (const name of names) writeFileSync(path.join(kept, name), '{"half');
    writeFileSync(path.join(kept, `${'a'.repeat(64)}.json.1.0123456789ab.tmp`), '');
    writeFileSync(path.join(kept, 'not-ours'), '');
    for (const name of readdirSync(kept)) if (name !== names[2]) utimesSync(path.join(kept, name), new Date(0), new Date(0));
    const halfWritten = path.join(kept, `${names[2]}.1.0123456789ab.tmp`);
    writeFileSync(halfWritten, '');
    utimesSync(halfWritten, new Date(), new Date(clock.now().getTime() - IDEMPOTENCY_SWEEP_MS - 1));
    await store.sweep();
    expect(readdirSync(kept).sort()).toEqual([runningName, names[2], 'not-ours'].sort());
    await running.complete('answer');
    expect((await store.begin(REQUEST)).state).toBe('done');
  });

  it('does not get stuck on a record that is damaged', async () => {
    await claimIn(await store.begin(REQUEST)).complete('answer');
    const [name = ''] = readdirSync(path.join(home, 'kept'));
    writeFileSync(path.join(home, 'kept', name), '\0\0\0');
    expect((await store.begin(REQUEST)).state).toBe('new');
  });

  it('gives the claim back where the answer cannot be stored, and says so without a path', async () => {
    class Full extends NodeFileOperations {
      full = false;
      override async replace(name: string, content: Uint8Array): Promise<void> {
        if (this.full) throw Object.assign(new Error(`ENOSPC: ${name}`), { code: 'ENOSPC' });
        await super.replace(name, content);
      }
    }
    const operations = new Full();
    const claim = claimIn(await fresh(operations).begin(REQUEST));
    operations.full = true;
    const failure: unknown = await claim.complete('answer').catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(StorageError);
    expect((failure as StorageError).message).not.toContain(home);
    expect((await store.begin(REQUEST)).state).toBe('interrupted');
  });

  it.each(['', ' ', 'a b', 'ü', 'x'.repeat(256), 'a\n'])('refuses %j as a key', async (key) => {
    await expect(store.begin({ ...REQUEST, key })).rejects.toBeInstanceOf(InvalidInputError);
  });
});
