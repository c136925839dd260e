import { messageOf } from '../../../common/domain-error.js';
import { assertBindAllowed } from '../../../security/http/bind-rule.js';
import { PinStore } from '../../../security/pin/pin-store.js';
import { TokenStore } from '../../../security/token-store.js';
import { findServer } from '../../server/find-server.js';
import { portProblem, whyNotListen } from '../../server/port.js';
import type { DoctorContext, Finding } from '../finding.js';

/** Whether the server runs, or could listen where the settings say. */
export async function checkPort({ config, paths, clock }: DoctorContext): Promise<Finding[]> {
  if (config === undefined) return [{ name: 'Server', state: 'skipped', message: 'Not looked for, since the settings cannot be used.' }];
  const found = await findServer(paths, config.settings);
  if (found !== undefined) return [{ name: 'Server', state: 'ok', message: `It answers at ${found.url} (version ${found.health.version}).` }];
  const { host, port } = config.settings;
  const code = await whyNotListen(host, port);
  if (code !== undefined) {
    const [message = '', ...remedy] = portProblem(code, host, port).split(/(?<=\.) /);
    return [{ name: 'Port', state: 'problem', message, remedy: remedy.join(' ') }];
  }
  try {
    assertBindAllowed(config.settings, () => new PinStore(paths.pinFile, clock).isSet() || new TokenStore(paths.tokensFile, clock).hasAny());
  } catch (error) {
    return [{ name: 'Port', state: 'problem', message: messageOf(error), remedy: 'jarvis pin set or jarvis token create, or "host": "127.0.0.1" in settings.json' }];
  }
  return [{ name: 'Server', state: 'ok', message: `It does not run; port ${port} is free. \`jarvis start\` starts it.` }];
}
