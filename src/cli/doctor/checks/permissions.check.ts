import { accessSync, constants, existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { systemErrorCode } from '../../../common/domain-error.js';
import { ownTokenFile } from '../../server/own-token.js';
import type { DoctorContext, Finding } from '../finding.js';

/** Bits of a mode that let group and others in. */
const OTHERS = 0o077;

/** Whether the home is the owner's alone, and writable. */
export function checkPermissions({ paths }: DoctorContext): Finding[] {
  if (!existsSync(paths.base)) return [{ name: 'Permissions', state: 'skipped', message: `There is no ${paths.base} yet.` }];
  const folders = [paths.base, paths.data, path.dirname(paths.settingsFile), paths.conversations, path.dirname(paths.toolsFile), paths.logs];
  const files = [paths.environmentFile, paths.settingsFile, paths.tokensFile, paths.pinFile, paths.localTokenFile, ownTokenFile(paths)];
  const findings = [
    ...folders.flatMap((folder) => look(folder, 0o700, constants.R_OK | constants.W_OK | constants.X_OK)),
    ...files.flatMap((file) => look(file, 0o600, constants.R_OK | constants.W_OK)),
  ];
  return findings.length > 0 ? findings : [{ name: 'Permissions', state: 'ok', message: `${paths.base} is yours alone.` }];
}

function look(file: string, mode: number, access: number): Finding[] {
  try {
    const stat = statSync(file, { throwIfNoEntry: false });
    if (stat === undefined) return [];
    accessSync(file, access);
    if ((stat.mode & OTHERS) === 0) return [];
    const shown = (stat.mode & 0o777).toString(8).padStart(4, '0');
    return [problem(`Others may get at ${file} (mode ${shown}).`, `chmod ${mode.toString(8)} ${quoted(file)}`)];
  } catch (error) {
    return [problem(`${file} cannot be read and written (${systemErrorCode(error) ?? 'unknown'}).`, `chown -R "$USER" ${quoted(file)} && chmod ${mode.toString(8)} ${quoted(file)}`)];
  }
}

function problem(message: string, remedy: string): Finding {
  return { name: 'Permissions', state: 'problem', message, remedy };
}

function quoted(file: string): string {
  return /^[\w./-]+$/.test(file) ? file : `'${file.replaceAll("'", "'\\''")}'`;
}
