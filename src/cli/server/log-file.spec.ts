import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Clock } from '../../common/clock.js';
import { MAX_LOG_TAIL_BYTES } from '../limits.js';
import { follow, lastLines, sizeOf } from './log-file.js';
import { loggedUrl } from './server-url.js';

/** Does the next step at each sleep, then aborts. */
class SteppingClock extends Clock {
  constructor(private readonly steps: (() => void)[]) {
    super();
  }
  override now(): Date {
    return new Date(0);
  }
  override sleep(): Promise<void> {
    this.steps.shift()?.();
    return Promise.resolve();
  }
}

describe('the server log', () => {
  let folder: string;
  let file: string;

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'jarvis-log-'));
    file = path.join(folder, 'server.log');
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  test('gives the last lines, also where the last one is not ended', async () => {
    expect(await lastLines(file, 3)).toEqual([]);
    writeFileSync(file, 'a\nb\nc\n');
    expect(await lastLines(file, 2)).toEqual(['b', 'c']);
    expect(await lastLines(file, 0)).toEqual([]);
    appendFileSync(file, 'd');
    expect(await lastLines(file, 9)).toEqual(['a', 'b', 'c', 'd']);
  });

  test('gives the lines since a byte, and all of a file that was begun anew', async () => {
    writeFileSync(file, 'old\n');
    const from = await sizeOf(file);
    appendFileSync(file, 'new\n');
    expect(await lastLines(file, 9, from)).toEqual(['new']);
    writeFileSync(file, 'x\n');
    expect(await lastLines(file, 9, from)).toEqual(['x']);
  });

  test('reads no more than the end of a large file', async () => {
    writeFileSync(file, `${'x'.repeat(MAX_LOG_TAIL_BYTES)}\nend\n`);
    expect((await lastLines(file, 9)).map((line) => line.length)).toEqual([MAX_LOG_TAIL_BYTES - 5, 3]);
  });

  test('follows what is appended, across a new beginning and within a character', async () => {
    writeFileSync(file, 'before\n');
    const stop = new AbortController();
    const euro = Buffer.from('€');
    const clock = new SteppingClock([
      () => appendFileSync(file, 'one\n'),
      () => appendFileSync(file, euro.subarray(0, 1)),
      () => appendFileSync(file, euro.subarray(1)),
      () => writeFileSync(file, 'new\n'),
      () => undefined,
      () => stop.abort(),
    ]);
    let seen = '';
    await follow(file, await sizeOf(file), (text) => (seen += text), clock, stop.signal);
    expect(seen).toBe('one\n€new\n');
  });

  test('knows where the server listened last', async () => {
    expect(await loggedUrl(file)).toBeUndefined();
    writeFileSync(
      file,
      '2026-01-01 10:00:00 +00:00: Jarvis is listening at http://127.0.0.1:1111\n2026-01-01 11:00:00 +00:00: Jarvis is listening at http://127.0.0.1:2222\n2026-01-01 11:00:01 +00:00: more\n',
    );
    expect(await loggedUrl(file)).toBe('http://127.0.0.1:2222');
    expect(await loggedUrl(file, await sizeOf(file))).toBeUndefined();
  });
});
