import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { JarvisPaths } from '../../config/jarvis-paths.js';

/** Where an access token for the command line itself may lie (0600), for a server that wants one from its own machine too. */
export function ownTokenFile(paths: JarvisPaths): string {
  return path.join(path.dirname(paths.settingsFile), 'cli-token');
}

/**
 * The token that the command line sends: JARVIS_TOKEN, else the one that the owner put into the file, else the one that the server makes for its
 * own machine at each start. Undefined where there is none of them.
 */
export function readOwnToken(paths: JarvisPaths): string | undefined {
  const given = process.env.JARVIS_TOKEN?.trim();
  return textOf(given) ?? textOf(contentOf(ownTokenFile(paths))) ?? textOf(contentOf(paths.localTokenFile));
}

function contentOf(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
}

function textOf(text: string | undefined): string | undefined {
  return text === '' ? undefined : text;
}
