import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ConfigService } from '../../config/config.service.js';
import { MemoryNotes } from './memory-notes.js';

describe('MemoryNotes', () => {
  let root: string;
  let workspace: string;
  let notes: MemoryNotes;

  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), 'jarvis-notes-'));
    workspace = path.join(root, 'workspace');
    mkdirSync(path.join(workspace, 'memory'), { recursive: true });
    notes = new MemoryNotes({ workspace } as ConfigService);
  });
  afterEach(() => rmSync(root, { recursive: true }));

  const put = (name: string, text: string): void => writeFileSync(path.join(workspace, name), text);

  it('finds passages by their words, the best first, with file and line', async () => {
    put('memory/2026-11-29.md', '# 2026-11-29\n\n- Router replaced.\n- Café with Ann, she moves to Bremen\n  in March.\n');
    put('memory/2026-11-30.md', '# 2026-11-30\n\nThe router has a new address:\n192.168.1.1\n');
    put('MEMORY.md', 'Ann lives in Bremen.');
    expect(await notes.search('cafe ann', 5)).toEqual([
      { path: 'memory/2026-11-29.md', line: 4, text: '- Café with Ann, she moves to Bremen\nin March.', matches: 2 },
      { path: 'MEMORY.md', line: 1, text: 'Ann lives in Bremen.', matches: 1 },
    ]);
    expect((await notes.search('router', 5)).map(({ path: file, line }) => [file, line])).toEqual([['memory/2026-11-30.md', 3], ['memory/2026-11-29.md', 3]]);
    expect(await notes.search('router', 1)).toHaveLength(1);
    expect(await notes.search('?! ', 5)).toEqual([]);
    expect(await notes.search('nothing', 5)).toEqual([]);
  });

  it('reads the lines that are asked for', async () => {
    put('memory/a.md', 'one\ntwo\nthree\nfour');
    expect(await notes.lines('memory/a.md', 2, 2)).toEqual({ path: 'memory/a.md', from: 2, lines: 2, totalLines: 4, text: 'two\nthree' });
    expect(await notes.lines('memory/a.md', 9, 2)).toMatchObject({ lines: 0, text: '' });
    await expect(notes.lines('memory/none.md', 1, 1)).rejects.toThrow('There is no note');
  });

  it.each(['../secret.md', 'memory/../../secret.md', '/etc/passwd', 'SOUL.md', 'memory/sub/a.md', 'memory/a.txt'])('%s is no note', async (name) => {
    await expect(notes.lines(name, 1, 1)).rejects.toThrow('must be a note');
  });

  it('shows nothing from outside the workspace, and works without any note', async () => {
    writeFileSync(path.join(root, 'secret.md'), 'the router password');
    symlinkSync(path.join(root, 'secret.md'), path.join(workspace, 'memory', 'link.md'));
    expect(await notes.search('router', 5)).toEqual([]);
    await expect(notes.lines('memory/link.md', 1, 1)).rejects.toThrow('There is no note');
    rmSync(path.join(workspace, 'memory'), { recursive: true });
    expect(await notes.search('router', 5)).toEqual([]);
  });
});
