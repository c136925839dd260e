import { existsSync } from 'node:fs';
import type { JarvisPaths } from '../../config/jarvis-paths.js';
import { parseSettings, readRawSettings } from '../../config/settings-file.js';
import type { Settings } from '../../config/settings.js';
import { CliError } from '../cli-error.js';

/**
 * What must hold before PM2 is asked to start the server: both files of `jarvis setup` exist and the settings are valid.
 * Otherwise PM2 would start a server that ends at once, again and again. Throws CliError or InvalidSettingsError.
 */
export function preflight(paths: JarvisPaths): Settings {
  if (!existsSync(paths.environmentFile) || !existsSync(paths.settingsFile)) {
    throw new CliError('Please run `jarvis setup` first');
  }
  return parseSettings(readRawSettings(paths.settingsFile));
}
