import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { JarvisPaths } from '../../config/jarvis-paths.js';

/** Where an access token for the command line itself may lie (0600), for a server that wants one from its own machine too. */
export function ownTokenFile(paths: JarvisPaths): string {
  return path.join(path.dirname(paths.settingsFile), 'cli-token');
}

/**
 * The token that the command line sends: JARVIS_TOKEN, else the file's. Undefined where there is none, which is the usual
 * case on the server's own machine.
 */
export function readOwnToken(paths: JarvisPaths): string | undefined {
  const given = process.env.JARVIS_TOKEN?.trim();
  if (given !== undefined && given !== '') return given;
  const file = ownTokenFile(paths);
  if (!existsSync(file)) return undefined;
  const token = readFileSync(file, 'utf8').trim();
  return token === '' ? undefined : token;
}
