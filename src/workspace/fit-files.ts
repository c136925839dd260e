import path from 'node:path';
import { headAtCodePoint, tailAtCodePoint, toWellFormedText } from '../common/text.js';
import type { FoundFile, PlacedFile } from './bootstrap-files.js';
import { HEAD_SHARE, LEAST_REMAINING, TAIL_SHARE } from './limits.js';

/** Characters (UTF-16 code units) that files may take. */
export interface FileBudget {
  readonly perFile: number;
  readonly total: number;
}

/**
 * Makes files fit: of one that is too long the beginning and the end are kept, cut at code points, with a marker between them that says how
 * much is left out and where the rest is. The files share the total in the order given; what comes when it is used up is left out. Missing ones
 * have a marker, which counts too.
 *
 * @param workspace for the markers: where a missing file would be
 */
export function fitFiles(files: readonly FoundFile[], { perFile, total }: FileBudget, workspace: string): PlacedFile[] {
  const placed: PlacedFile[] = [];
  let remaining = total;
  for (const file of files) {
    const raw = file.content === undefined ? undefined : toWellFormedText(file.content).trimEnd();
    const whole = raw ?? `[MISSING] Expected at: ${path.join(workspace, file.path)}`;
    const isLeftOut = remaining < LEAST_REMAINING && remaining < whole.length;
    const text = isLeftOut ? '' : clamp(raw === undefined ? whole : shortened(raw, file.path, Math.min(perFile, remaining)), remaining);
    remaining -= text.length;
    placed.push({
      name: path.basename(file.path),
      path: file.path,
      missing: raw === undefined,
      rawChars: raw?.length ?? 0,
      injectedChars: text.length,
      truncated: raw !== undefined && text.length !== raw.length,
      text,
    });
  }
  return placed;
}

function shortened(text: string, name: string, limit: number): string {
  if (text.length <= limit) return text;
  const head = headAtCodePoint(text, Math.floor(limit * HEAD_SHARE));
  const tail = tailAtCodePoint(text, Math.floor(limit * TAIL_SHARE));
  const marker = `[... the middle of ${name} is left out: read the file for all of it ...]\n(${name}: ${head.length} + ${tail.length} of ${text.length} characters are here)`;
  return [head, '', marker, '', tail].join('\n');
}

function clamp(text: string, limit: number): string {
  return text.length <= limit ? text : `${headAtCodePoint(text, limit - 1)}…`;
}
