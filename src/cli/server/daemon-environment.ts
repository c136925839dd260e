import type { SecretRedactor } from '../../security/secret-redactor.js';
import { inheritedEnvironment } from '../../tools/tool-environment.js';

/** Variables that a tool does not inherit and the server needs. None of them is a secret. */
const KEPT = ['PM2_HOME', 'NODE_OPTIONS', 'JARVIS_WORKING_DIRECTORY'];

/**
 * The environment in which PM2 and the server start. PM2 writes the environment of whoever starts a process into its
 * process list (`pm2 jlist`) and its dump file, so nothing that is or looks like a secret may be in it. The server misses
 * nothing: it reads `.env` itself, and every variable whose name stands there comes from there.
 */
export function daemonEnvironment(
  environment: Readonly<NodeJS.ProcessEnv>,
  dotEnvNames: readonly string[],
  redactor: SecretRedactor,
): Record<string, string> {
  const kept = Object.fromEntries(KEPT.flatMap((name) => (environment[name] === undefined ? [] : [[name, environment[name]]])));
  const all = { ...inheritedEnvironment(environment, redactor), ...kept };
  return Object.fromEntries(Object.entries(all).filter(([name]) => !dotEnvNames.includes(name)));
}
