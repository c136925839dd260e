import type { PlacedFile } from './bootstrap-files.js';
import type { FileBudget } from './fit-files.js';
import { WARNED_FILES } from './limits.js';

/** What names one state of the files: the same files cut in the same way are told of once. */
export function truncationSignature(files: readonly PlacedFile[], budget: FileBudget): string {
  const cut = files.filter(({ truncated }) => truncated).map((file) => [file.path, file.rawChars, file.injectedChars, causeOf(file, budget)]);
  return JSON.stringify([budget.perFile, budget.total, cut.sort()]);
}

/** Tells the model that files were cut; undefined where none was. It goes with the message, so that the prompt stays the same. */
export function truncationWarning(files: readonly PlacedFile[], budget: FileBudget): string | undefined {
  const cut = files.filter(({ truncated }) => truncated);
  if (cut.length === 0) return undefined;
  const lines = cut.slice(0, WARNED_FILES).map((file) => {
    const gone = Math.round((1 - file.injectedChars / file.rawChars) * 100);
    return `- ${file.path}: ${file.rawChars} -> ${file.injectedChars} characters (about ${gone} % left out; ${causeOf(file, budget)})`;
  });
  const more = cut.length > WARNED_FILES ? [`- and ${cut.length - WARNED_FILES} more`] : [];
  return [
    '[Files of the workspace were too long for the prompt and were cut. Read a file for all of it before you rely on it.',
    ...lines,
    ...more,
    'The owner can shorten them, or raise agents.defaults.bootstrapMaxChars or bootstrapTotalMaxChars.]',
  ].join('\n');
}

function causeOf({ rawChars }: PlacedFile, { perFile }: FileBudget): 'longer than one file may be' | 'no room left for all files' {
  return rawChars > perFile ? 'longer than one file may be' : 'no room left for all files';
}
