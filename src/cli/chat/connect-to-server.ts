import type { JarvisPaths } from '../../config/jarvis-paths.js';
import { CliError } from '../cli-error.js';
import { findServer } from '../server/find-server.js';
import { readOwnToken } from '../server/own-token.js';
import { preflight } from '../server/preflight.js';
import { configuredUrl } from '../server/server-url.js';
import { ServerClient } from './server-client.js';

/** A client for the running server. Throws CliError that says how to start one where none answers. */
export async function connectToServer(paths: JarvisPaths): Promise<ServerClient> {
  const settings = preflight(paths);
  const found = await findServer(paths, settings);
  if (found !== undefined) return new ServerClient(found.url, readOwnToken(paths));
  const where = configuredUrl(settings);
  throw new CliError(`No Jarvis server answers${where === undefined ? '' : ` at ${where}`}. Start it with \`jarvis start\`.`);
}
