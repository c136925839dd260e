import { InvalidInputError } from '../../common/domain-error.js';
import type { ConfigService } from '../../config/config.service.js';
import { pinProblem } from './pin-rule.js';
import type { PinStore } from './pin-store.js';

/** The variables that may name the first PIN; the first that is set counts. */
export const PIN_VARIABLES: readonly string[] = ['JARVIS_ADMIN_PIN', 'JARVISCHAT_ADMIN_PIN'];

const DEFAULT_PIN_VARIABLE = 'JARVISCHAT_ALLOW_DEFAULT_PIN';

/**
 * Sets the PIN that the environment or `.env` names, where there is none yet; later the file alone counts. Throws InvalidInputError that
 * names the variable where what it says is no PIN, or where it asks for a PIN that everybody knows: the server must not start then.
 */
export async function seedPin(config: Pick<ConfigService, 'variable'>, pins: PinStore): Promise<void> {
  if (/^(true|1|yes|on)$/i.test(config.variable(DEFAULT_PIN_VARIABLE)?.trim() ?? '')) {
    throw new InvalidInputError(
      `${DEFAULT_PIN_VARIABLE} is set, but there is no default PIN: one that everybody knows protects nothing. ` +
        'Remove the variable, and choose a PIN with `jarvis pin set` or JARVIS_ADMIN_PIN.',
    );
  }
  for (const name of PIN_VARIABLES) {
    const pin = config.variable(name)?.trim();
    if (pin === undefined) continue;
    const problem = pinProblem(pin);
    if (problem !== undefined) throw new InvalidInputError(`${name} cannot be used. ${problem}`);
    if (!pins.isSet()) await pins.set(pin);
    return;
  }
}
