import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { StorageError } from '../../common/domain-error.js';
import { NodeFileOperations } from '../node-file-operations.js';
import { FileSessionLogStore } from './file-session-log-store.js';

describe('FileSessionLogStore, with real files', () => {
  let folder: string;
  let file: string;
  let log: FileSessionLogStore;

  const entry = (minute: number, logSummary = `run ${minute}`) => ({ ts: `2026-02-13T12:${String(minute).padStart(2, '0')}:00.000Z`, sessionId: 's', logSummary });
  const summaries = async (options: { limit: number; before?: string }): Promise<unknown[]> =>
    (await log.latest('s', options)).entries.map(({ logSummary }) => logSummary);

  beforeEach(() => {
    folder = path.join(mkdtempSync(path.join(tmpdir(), 'jarvis-log-')), 'logs');
    file = path.join(folder, 'session-s.jsonl');
    log = new FileSessionLogStore(folder, new NodeFileOperations());
  });
  afterEach(() => rmSync(path.dirname(folder), { recursive: true, force: true }));

  it('writes one private JSON line for each entry', async () => {
    await log.append('s', entry(1));
    await log.append('s', entry(2, 'two\nlines'));
    expect(readFileSync(file, 'utf8')).toBe(`${JSON.stringify(entry(1))}\n${JSON.stringify(entry(2, 'two\nlines'))}\n`);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('does not let a line that a crash cut swallow the next one', async () => {
    await log.append('s', entry(1));
    appendFileSync(file, '{"ts":"2026-02-13T12:02');
    await log.append('s', entry(3));
    expect(await log.latest('s', { limit: 10 })).toEqual({ entries: [entry(1), entry(3)], skippedLines: 1 });
  });

  it('goes back by instant, page by page, over unreadable lines, and leaves nothing out', async () => {
    mkdirSync(folder);
    const lines = Array.from({ length: 30 }, (_, minute) => JSON.stringify(entry(minute)));
    lines.splice(15, 0, 'not json', '7', '\0\0');
    writeFileSync(file, `${lines.join('\n')}\n`);
    const seen: unknown[] = [];
    for (let before: string | undefined; ; ) {
      const { entries } = await log.latest('s', { limit: 7, before });
      if (entries.length === 0) break;
      expect(entries.length).toBeLessThanOrEqual(7);
      seen.unshift(...entries);
      before = entries[0]?.['ts'] as string;
    }
    expect(seen).toEqual(Array.from({ length: 30 }, (_, minute) => entry(minute)));
  });

  it('keeps entries of one instant on one page', async () => {
    for (const [minute, summary] of [[1, 'a'], [2, 'b'], [2, 'c'], [2, 'd'], [3, 'e']] as const) await log.append('s', entry(minute, summary));
    expect(await summaries({ limit: 2 })).toEqual(['b', 'c', 'd', 'e']);
    expect(await summaries({ limit: 2, before: entry(2).ts })).toEqual(['a']);
  });

  it('reads only the end of a long log', async () => {
    mkdirSync(folder);
    writeFileSync(file, `${Array.from({ length: 5000 }, (_, index) => JSON.stringify(entry(index % 60, 'x'.repeat(500)))).join('\n')}\n`);
    await log.append('s', entry(59, 'ö'.repeat(100_000)));
    let bytes = 0;
    class Counting extends NodeFileOperations {
      override async readPart(name: string, position: number, length: number): Promise<Buffer> {
        const part = await super.readPart(name, position, length);
        bytes += part.length;
        return part;
      }
    }
    const { entries } = await new FileSessionLogStore(folder, new Counting()).latest('s', { limit: 3 });
    expect(entries.at(-1)?.['logSummary']).toBe('ö'.repeat(100_000));
    expect(bytes).toBeLessThan(400_000);
  });

  it('has no entry and no summary where there is no log', async () => {
    expect(await log.latest('s', { limit: 10 })).toEqual({ entries: [], skippedLines: 0 });
    expect(await log.firstSummary('s')).toBeUndefined();
    expect(await log.remove('s')).toBe(false);
  });

  it('finds the first summary that says something, and sticks to it', async () => {
    mkdirSync(folder);
    writeFileSync(file, `garbage\n${JSON.stringify(entry(1, '  '))}\n`);
    expect(await log.firstSummary('s')).toBeUndefined();
    await log.append('s', { ...entry(2, 'the first'), response: 'x'.repeat(100_000) });
    await log.append('s', entry(3, 'the second'));
    expect(await log.firstSummary('s')).toBe('the first');
    expect(await new FileSessionLogStore(folder, new NodeFileOperations()).firstSummary('s')).toBe('the first');
    await log.remove('s');
    expect(await log.firstSummary('s')).toBeUndefined();
    expect(existsSync(file)).toBe(false);
  });

  it('takes back an entry that could not be written whole, and says so without a path', async () => {
    await log.append('s', entry(1));
    class Full extends NodeFileOperations {
      override open(name: string) {
        const opened = super.open(name);
        const write = async (bytes: Uint8Array, position: number): Promise<void> => {
          await opened.write(bytes.subarray(0, 20), position);
          throw Object.assign(new Error(`ENOSPC: ${folder}`), { code: 'ENOSPC' });
        };
        return Object.assign(Object.create(opened) as typeof opened, { write });
      }
    }
    const failure: unknown = await new FileSessionLogStore(folder, new Full()).append('s', entry(2)).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(StorageError);
    expect((failure as StorageError).message).toBe('The log of session s could not be written: the disk is full. Free some space and try again.');
    expect(readFileSync(file, 'utf8')).toBe(`${JSON.stringify(entry(1))}\n`);
  });

  it('says so where a folder stands in the place of the log', async () => {
    mkdirSync(file, { recursive: true });
    await expect(log.append('s', entry(1))).rejects.toBeInstanceOf(StorageError);
    expect(await log.firstSummary('s')).toBeUndefined();
  });
});
