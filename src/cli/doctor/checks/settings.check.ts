import { existsSync } from 'node:fs';
import { messageOf } from '../../../common/domain-error.js';
import { InvalidSettingsError, parseSettings, readRawSettings } from '../../../config/settings-file.js';
import type { DoctorContext, Finding } from '../finding.js';

/** Whether setup was done and settings.json can be used. */
export function checkSettings({ paths }: DoctorContext): Finding[] {
  const missing = [paths.environmentFile, paths.settingsFile].filter((file) => !existsSync(file));
  if (missing.length > 0) {
    return [{ name: 'Setup', state: 'problem', message: `There is no ${missing.join(' and no ')}.`, remedy: 'Please run `jarvis setup` first' }];
  }
  try {
    parseSettings(readRawSettings(paths.settingsFile));
    return [{ name: 'Settings', state: 'ok', message: paths.settingsFile }];
  } catch (error) {
    const problems = error instanceof InvalidSettingsError ? error.problems : [`settings.json cannot be read: ${messageOf(error)}`];
    const remedy = `Correct it in ${paths.settingsFile}, or run \`jarvis setup\`, which takes out what cannot be used.`;
    return problems.map((message) => ({ name: 'Settings', state: 'problem', message, remedy }));
  }
}
