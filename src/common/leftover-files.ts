import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';

/** What writeFileAtomic calls a file that is not whole yet: the process that writes it is in its name. */
const TEMPORARY = /\.(\d{1,10})\.[0-9a-f]{12}\.tmp$/;

/**
 * Removes the half-written copies in these directories whose process is dead: it was killed while it replaced a file, and the old file is
 * whole. Directories that cannot be read are passed over. Returns how many were removed.
 */
export function removeLeftovers(directories: readonly string[]): number {
  let removed = 0;
  for (const directory of directories) {
    for (const name of namesIn(directory)) {
      const process = TEMPORARY.exec(name)?.[1];
      if (process === undefined || isAlive(Number(process))) continue;
      rmSync(path.join(directory, name), { force: true });
      removed += 1;
    }
  }
  return removed;
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

/** A number that this process has now was another's before; one that somebody else has may still be at work. */
function isAlive(id: number): boolean {
  if (id === process.pid) return false;
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
