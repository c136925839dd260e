import { statSync } from 'node:fs';

/**
 * What a file is at the moment, as a text that changes whenever the file does; `absent` where there is none. Cheap enough to ask for at
 * each request. Throws the system error where nobody can know.
 */
export function fileVersion(file: string): string {
  const stat = statSync(file, { bigint: true, throwIfNoEntry: false });
  return stat === undefined ? ABSENT : `${stat.ino}:${stat.size}:${stat.mtimeNs}:${stat.ctimeNs}`;
}

/** The version of a file that is not there. */
export const ABSENT = 'absent';
