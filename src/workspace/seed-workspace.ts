import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { systemErrorCode } from '../common/domain-error.js';
import { TEMPLATES } from './templates.js';

/** Says that the workspace was begun once: files that the person deleted afterwards do not come back. */
const MARKER = '.jarvis-workspace';

/**
 * Begins a workspace: makes the folder and writes the first files, each short and neutral, where it is missing or holds nothing. Never
 * overwrites anything. Returns whether it was begun. Throws the system error where it cannot be written.
 */
export async function seedWorkspace(folder: string): Promise<boolean> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) return false;
  await writeNew(path.join(folder, MARKER), 'Jarvis has written its first files here once. Delete this file and all others to have them again.\n');
  await mkdir(path.join(folder, 'memory'), { recursive: true, mode: 0o700 });
  await mkdir(path.join(folder, 'skills'), { recursive: true, mode: 0o700 });
  for (const [name, text] of Object.entries(TEMPLATES)) await writeNew(path.join(folder, name), text);
  return true;
}

async function writeNew(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (systemErrorCode(error) !== 'EEXIST') throw error;
  }
}
