import path from 'node:path';

/** A path as people write it: `~/...` below the home. */
export function withHomeAsTilde(file: string, home: string): string {
  const relative = path.relative(home, file);
  if (relative === '') return '~';
  return relative.startsWith('..') || path.isAbsolute(relative) ? file : path.join('~', relative);
}
