import { randomBytes } from 'node:crypto';
import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import path from 'node:path';

/**
 * Replaces a file as a whole: the new bytes go to a temporary file beside it, are flushed to disk, and take
 * its name in one step. Whoever reads sees the old content or the new one, also after a power cut. On failure
 * the temporary file is removed, the old file is untouched, and the system error is thrown.
 *
 * @param mode permission bits of the new file (0600 unless given: everything under the home is private)
 */
export async function writeFileAtomic(file: string, content: string | Uint8Array, mode = 0o600): Promise<void> {
  const temporary = `${file}.${process.pid}.${randomBytes(6).toString('hex')}.tmp`;
  let handle: FileHandle | undefined;
  try {
    handle = await open(temporary, 'wx', mode);
    await handle.writeFile(content);
    await handle.sync();
    await handle.close();
    handle = undefined;
    await rename(temporary, file);
  } catch (error) {
    await handle?.close().catch(() => undefined);
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
  await syncDirectory(path.dirname(file));
}

/** Flushes a directory's entries, so that a rename or a new file in it survives a power cut. */
export async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Replaces a JSON file atomically: two spaces of indentation and a final newline. */
export function writeJsonAtomic(file: string, value: unknown, mode?: number): Promise<void> {
  return writeFileAtomic(file, `${JSON.stringify(value, null, 2)}\n`, mode);
}
