import { open, realpath } from 'node:fs/promises';
import path from 'node:path';
import { systemErrorCode } from '../common/domain-error.js';
import { BOOTSTRAP_NAMES, SILENT_WHEN_MISSING, type FoundFile } from './bootstrap-files.js';
import { MAX_FILE_BYTES } from './limits.js';

/**
 * Reads the files of a workspace that go into the prompt. What lies outside, by way of a link, cannot be read, or is no file counts as missing:
 * a prompt must not show what the folder does not hold.
 */
export async function readWorkspaceFiles(workspace: string): Promise<FoundFile[]> {
  const contents = new Map<string, string | undefined>();
  for (const name of BOOTSTRAP_NAMES) {
    if (name === 'memory.md' && contents.get('MEMORY.md') !== undefined) continue;
    contents.set(name, await readWithin(workspace, name));
  }
  const found = [...contents].map(([name, content]): FoundFile => ({ path: name, content }));
  return found.filter(({ path: name, content }) => content !== undefined || !SILENT_WHEN_MISSING.includes(name));
}

/** A file's text; undefined where there is none within the folder. At most MAX_FILE_BYTES are read. */
export async function readWithin(folder: string, name: string): Promise<string | undefined> {
  try {
    const root = await realpath(folder);
    const file = await realpath(path.join(root, name));
    if (!file.startsWith(root + path.sep)) return undefined;
    const handle = await open(file, 'r');
    try {
      const stats = await handle.stat();
      if (!stats.isFile()) return undefined;
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(Math.min(stats.size, MAX_FILE_BYTES)), 0, Math.min(stats.size, MAX_FILE_BYTES), 0);
      return buffer.subarray(0, bytesRead).toString('utf8').replace(/^\uFEFF/, '');
    } finally {
      await handle.close();
    }
  } catch (error) {
    // Also EACCES, EISDIR, ELOOP and the like: `jarvis doctor` and the report show it as missing.
    if (systemErrorCode(error) === undefined) throw error;
    return undefined;
  }
}
