import type { JarvisPaths } from '../../config/jarvis-paths.js';
import { GatewayRequestError } from '../../gateway/client/index.js';
import { CliError } from '../cli-error.js';
import type { Terminal } from '../terminal.js';
import { connectToGateway } from './connect-to-gateway.js';

/** `jarvis gateway call`: prints the result as JSON. Throws CliError with the gateway's own words where it refuses. */
export async function callMethod(method: string, parameters: string | undefined, paths: JarvisPaths, terminal: Terminal): Promise<void> {
  const params = parseParameters(parameters);
  const client = await connectToGateway(paths);
  try {
    terminal.print(JSON.stringify(await client.call(method, params), null, 2));
  } catch (error) {
    if (!(error instanceof GatewayRequestError)) throw error;
    throw new CliError(`${error.shape.code}: ${error.message}`);
  } finally {
    client.close();
  }
}

function parseParameters(text: string | undefined): unknown {
  if (text === undefined) return {};
  try {
    return JSON.parse(text);
  } catch {
    throw new CliError(`The parameters are not JSON: ${text}\nWrite them like this: jarvis gateway call sessions.list '{"limit": 5}'`);
  }
}
