import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Injectable } from '@nestjs/common';
import { Clock } from '../common/clock.js';
import { JarvisPaths } from '../config/jarvis-paths.js';
import { MAX_OUTPUT_FILES_PER_SESSION } from './limits.js';

/** Keeps results that are too long for the model, whole, one folder for each session, so that it can page through them. */
@Injectable()
export class ToolOutputStore {
  private count = 0;

  constructor(
    private readonly paths: JarvisPaths,
    private readonly clock: Clock,
  ) {}

  /**
   * Writes one text and returns its absolute path. Throws the system error where that is impossible.
   *
   * @param label what it is, for the file's name: `exec-stdout`
   */
  async keep(sessionId: string, label: string, text: string): Promise<string> {
    const folder = path.join(this.paths.toolOutputs, safeName(sessionId));
    await mkdir(folder, { recursive: true, mode: 0o700 });
    this.count += 1;
    const stamp = this.clock.now().toISOString().replace(/[:.]/g, '-');
    const file = path.join(folder, `${stamp}-${this.count}-${safeName(label)}.txt`);
    await writeFile(file, text, { mode: 0o600, flag: 'wx' });
    await this.removeOldest(folder);
    return file;
  }

  /** Names begin with the time, so that they sort by age. */
  private async removeOldest(folder: string): Promise<void> {
    const names = (await readdir(folder)).sort();
    const tooMany = names.slice(0, Math.max(0, names.length - MAX_OUTPUT_FILES_PER_SESSION));
    await Promise.all(tooMany.map((name) => rm(path.join(folder, name), { force: true })));
  }
}

/** Nothing that could leave the folder; a valid session id stays as it is. */
function safeName(text: string): string {
  return text.replace(/[^A-Za-z0-9._-]|^\./g, '_').slice(0, 128) || '_';
}
