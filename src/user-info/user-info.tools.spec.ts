import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ScriptToolBench } from '../tools/testing/script-tool-bench.js';
import { readUserInfoTool } from './read-user-info.tool.js';
import { saveUserInfoTool } from './save-user-info.tool.js';

interface Item {
  key: string;
  value: string;
  ts: string;
}

/** Real files, in real children. */
describe('the user info tools', () => {
  let bench: ScriptToolBench;
  beforeEach(() => (bench = new ScriptToolBench()));
  afterEach(() => bench.close());

  const file = (): string => bench.file('.jarvis/data/user-info.json');
  const items = (): Item[] => (JSON.parse(readFileSync(file(), 'utf8')) as { items: Item[] }).items;
  const save = (...pairs: [string, unknown][]): Promise<Record<string, unknown>> =>
    bench.run(saveUserInfoTool, { items: pairs.map(([key, value]) => ({ key, value })) });

  test('facts are stored in the shape of the seed, readable for the owner alone, and read again', async () => {
    const before = Date.now();
    expect(await bench.run(readUserInfoTool)).toEqual({ status: 'ok', items: [] });
    expect(await save(['timezone', 'Europe/Berlin'], ['age', 42])).toEqual({ status: 'ok', saved: 2 });
    expect(items()).toMatchObject([{ key: 'timezone', value: 'Europe/Berlin' }, { key: 'age', value: '42' }]);
    expect(Date.parse(items()[0]?.ts ?? '')).toBeGreaterThanOrEqual(before);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(await bench.run(readUserInfoTool)).toEqual({ status: 'ok', items: items() });
  });

  test('a known key is overwritten in its place, with a new time; the others stay', async () => {
    mkdirSync(path.dirname(file()), { recursive: true });
    writeFileSync(file(), JSON.stringify({ items: [{ key: 'a', value: '1', ts: '2026-01-01T00:00:00.000Z' }, { key: 'b', value: '2', ts: '2026-01-01T00:00:00.000Z' }], other: true }));
    await save(['a', 'new'], ['c', '$& __proto__']);
    expect(items()).toMatchObject([{ key: 'a', value: 'new' }, { key: 'b', value: '2', ts: '2026-01-01T00:00:00.000Z' }, { key: 'c', value: '$& __proto__' }]);
    expect(items()[0]?.ts).not.toBe('2026-01-01T00:00:00.000Z');
    expect(JSON.parse(readFileSync(file(), 'utf8'))).toMatchObject({ other: true });
  });

  test('30 calls at once lose nothing and damage nothing', async () => {
    const results = await Promise.all(Array.from({ length: 30 }, (_, index) => save([`key-${index}`, `value ${index}`])));
    expect(results).toEqual(results.map(() => ({ status: 'ok', saved: 1 })));
    expect(items().map((item) => item.key).sort()).toEqual(Array.from({ length: 30 }, (_, index) => `key-${index}`).sort());
    expect(readdirSync(path.dirname(file())).sort()).toEqual(['locks', 'user-info.json']);
  });

  test.each([
    ['no items', {}],
    ['an empty list', { items: [] }],
    ['an item without a value', { items: [{ key: 'a' }] }],
    ['an item that is null', { items: [{ key: 'a', value: 'b' }, null] }],
    ['a blank key', { items: [{ key: ' ', value: 'b' }] }],
    ['an object as a value', { items: [{ key: 'a', value: {} }] }],
    ['a value that would fill the prompt', { items: [{ key: 'a', value: 'x'.repeat(5000) }] }],
  ])('saves nothing for %s', async (_name, args) => {
    expect(await bench.run(saveUserInfoTool, args)).toMatchObject({ status: 'error', error: expect.any(String) });
    expect(existsSync(file())).toBe(false);
  });

  test.each(['{"items": [{"key"', '', '[]', '{"items": {}}', 'null'])('a damaged file (%j) is kept aside and said, and reading says it too', async (damaged) => {
    mkdirSync(path.dirname(file()), { recursive: true });
    writeFileSync(file(), damaged);
    expect(await bench.run(readUserInfoTool)).toMatchObject({ status: 'error', error: expect.stringContaining('user-info.json') });
    expect(readFileSync(file(), 'utf8')).toBe(damaged);
    const result = await save(['a', 'b']);
    expect(result).toMatchObject({ status: 'ok', note: expect.stringContaining('damaged') });
    const kept = readdirSync(path.dirname(file())).find((name) => name.startsWith('user-info.json.damaged-'));
    expect(readFileSync(path.join(path.dirname(file()), kept ?? ''), 'utf8')).toBe(damaged);
    expect(items()).toMatchObject([{ key: 'a', value: 'b' }]);
  });

  test('a home that cannot be written is said', async () => {
    rmSync(path.dirname(file()), { recursive: true });
    writeFileSync(path.dirname(file()), 'a file where the directory should be');
    expect(await save(['a', 'b'])).toMatchObject({ status: 'error', error: expect.stringContaining('Nothing was saved') });
  });
});
