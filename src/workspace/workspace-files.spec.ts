import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readWorkspaceFiles } from './workspace-files.js';
import { seedWorkspace } from './seed-workspace.js';

describe('a workspace', () => {
  let root: string;
  let workspace: string;
  const put = (name: string, text: string): void => writeFileSync(path.join(workspace, name), text);
  const found = async (): Promise<Record<string, string | undefined>> => Object.fromEntries((await readWorkspaceFiles(workspace)).map(({ path: name, content }) => [name, content]));

  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), 'jarvis-workspace-'));
    workspace = path.join(root, 'workspace');
    mkdirSync(workspace);
  });
  afterEach(() => rmSync(root, { recursive: true }));

  it('is read in the order of the budget; MEMORY.md wins over memory.md, and nothing is said of what need not be there', async () => {
    put('AGENTS.md', 'a');
    put('memory.md', 'small');
    expect(Object.keys(await found())).toEqual(['AGENTS.md', 'SOUL.md', 'TOOLS.md', 'IDENTITY.md', 'USER.md', 'HEARTBEAT.md', 'memory.md']);
    put('MEMORY.md', 'large');
    put('BOOTSTRAP.md', 'new');
    const files = await found();
    expect(files).toMatchObject({ 'MEMORY.md': 'large', 'BOOTSTRAP.md': 'new', 'SOUL.md': undefined });
    expect(files).not.toHaveProperty(['memory.md']);
  });

  it('shows nothing from outside itself, and takes a folder for no file', async () => {
    writeFileSync(path.join(root, 'secret'), 'outside');
    symlinkSync(path.join(root, 'secret'), path.join(workspace, 'SOUL.md'));
    mkdirSync(path.join(workspace, 'USER.md'));
    symlinkSync('TOOLS.md', path.join(workspace, 'TOOLS.md'));
    expect(await found()).toMatchObject({ 'SOUL.md': undefined, 'USER.md': undefined, 'TOOLS.md': undefined });
    put('real.md', 'inside');
    symlinkSync('real.md', path.join(workspace, 'AGENTS.md'));
    expect(await found()).toMatchObject({ 'AGENTS.md': 'inside' });
  });

  it('begins with files of its own where it is empty, and never again', async () => {
    expect(await seedWorkspace(workspace)).toBe(true);
    expect(readdirSync(workspace)).toEqual(expect.arrayContaining(['AGENTS.md', 'BOOTSTRAP.md', 'HEARTBEAT.md', 'IDENTITY.md', 'SOUL.md', 'TOOLS.md', 'USER.md', 'memory', 'skills']));
    put('SOUL.md', 'mine');
    rmSync(path.join(workspace, 'BOOTSTRAP.md'));
    expect(await seedWorkspace(workspace)).toBe(false);
    expect(readFileSync(path.join(workspace, 'SOUL.md'), 'utf8')).toBe('mine');
    expect(existsSync(path.join(workspace, 'BOOTSTRAP.md'))).toBe(false);
  });

  it('of somebody who has files there already is left as it is', async () => {
    put('notes.txt', 'x');
    expect(await seedWorkspace(workspace)).toBe(false);
    expect(readdirSync(workspace)).toEqual(['notes.txt']);
  });
});
