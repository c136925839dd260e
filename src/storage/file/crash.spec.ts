import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SystemClock } from '../../common/clock.js';
import { NodeFileOperations } from '../node-file-operations.js';
import { ChildPrograms, killHard } from '../testing/child-process.js';
import { FileSessionStore } from './file-session-store.js';

/** Times that the process is killed. */
const KILLS = 5;

describe('a process that is killed while it stores, with real files', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'jarvis-crash-'));
  const children = new ChildPrograms();
  afterAll(() => {
    children.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  it('leaves every acknowledged message, once, and every file readable', async () => {
    let next = 0;
    for (let kill = 0; kill < KILLS; kill += 1) {
      const child = await children.start('append-forever', [folder, 's', String(next)]);
      await new Promise((resolve) => setTimeout(resolve, (kill * 7) % 50));
      await killHard(child);
      const acknowledged = child.lines.slice(1).map(Number);

      const store = new FileSessionStore({ conversations: folder, toolOutputs: folder }, new SystemClock(), new NodeFileOperations());
      const writer = await store.open('s');
      const stored = writer.messages.map((message) => Number((message as { content?: unknown }).content));
      expect(stored).toEqual(stored.map((_, index) => index));
      expect(stored.length).toBeGreaterThanOrEqual((acknowledged.at(-1) ?? next - 1) + 1);
      await writer.close({ completed: true });
      expect(await store.settle('s')).toBe(true);
      expect(await store.damageReports({ inspect: true })).toEqual([]);
      // It may have been killed before it stored anything at all.
      const file = stored.length > 0 ? readFileSync(path.join(folder, 's.json'), 'utf8') : '{"messages":[]}';
      expect((JSON.parse(file) as { messages: unknown[] }).messages).toHaveLength(stored.length);
      next = stored.length;
    }
    expect(next).toBeGreaterThan(KILLS);
  }, 60_000);
});
