import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { MIN_FREE_DISK_BYTES } from '../../limits.js';
import { formatBytes } from '../../server/format.js';
import type { DoctorContext, Finding } from '../finding.js';

/** Whether there is room for what is said next. */
export async function checkDisk({ paths }: DoctorContext): Promise<Finding[]> {
  const { bavail, bsize } = await statfs(existsSync(paths.base) ? paths.base : paths.home);
  const free = bavail * bsize;
  const message = `${formatBytes(free)} are free.`;
  if (free >= MIN_FREE_DISK_BYTES) return [{ name: 'Disk', state: 'ok', message }];
  return [{ name: 'Disk', state: 'problem', message: `Only ${message}`, remedy: `Make room on the disk that holds ${paths.base}.` }];
}
