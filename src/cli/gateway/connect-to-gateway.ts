import { packageVersion } from '../../common/package-root.js';
import { messageOf } from '../../common/domain-error.js';
import type { JarvisPaths } from '../../config/jarvis-paths.js';
import { GatewayClient, type GatewayClientListeners } from '../../gateway/client/index.js';
import { CliError } from '../cli-error.js';
import { findServer } from '../server/find-server.js';
import { readOwnToken } from '../server/own-token.js';
import { preflight } from '../server/preflight.js';

/** Everything that the owner may. */
const SCOPES = ['operator.admin', 'operator.read', 'operator.write', 'operator.approvals', 'operator.pairing'];

/** A connection to the gateway of the running server. Throws CliError that says what to do where there is none. */
export async function connectToGateway(paths: JarvisPaths, listeners: GatewayClientListeners = {}, reconnect = false): Promise<GatewayClient> {
  const found = await findServer(paths, preflight(paths));
  if (found === undefined) throw new CliError('No Jarvis server answers. Start it with `jarvis start`.');
  const token = readOwnToken(paths);
  const client = new GatewayClient(
    {
      url: found.url.replace(/^http/, 'ws'),
      client: { id: 'cli', displayName: 'jarvis', version: packageVersion, mode: 'cli' },
      scopes: SCOPES,
      // A method may take as long as the turn that it waits for.
      requestTimeoutMs: 0,
      reconnect,
      ...(token === undefined ? {} : { auth: { token } }),
    },
    listeners,
  );
  try {
    await client.connect();
    return client;
  } catch (error) {
    throw new CliError(`The gateway at ${found.url} did not accept the connection: ${messageOf(error)}`);
  }
}
