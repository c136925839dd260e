import { Logger } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { messageOf, systemErrorCode } from '../common/domain-error.js';
import { ConfigService } from '../config/config.service.js';
import { assertBindAllowed } from './http/bind-rule.js';
import { installRequestChecks } from './http/install-request-checks.js';
import { applyServerLimits } from './http/server-limits.js';
import { LocalToken } from './local-token.js';
import { PinStore } from './pin/pin-store.js';
import { seedPin } from './pin/seed-pin.js';
import { TokenStore } from './token-store.js';

/**
 * Closes an application by default: the first PIN, what every request meets first, and what a client can hold open. Call it right after
 * `NestFactory.create(..., { bodyParser: false })`. Throws UnsafeBindError where the settings would let strangers reach a
 * server that has neither a PIN nor an access token, InvalidInputError where the environment names a PIN that is none.
 */
export async function installSecurity(app: NestExpressApplication): Promise<void> {
  const config = app.get(ConfigService);
  const pins = app.get(PinStore);
  await seedPin(config, pins);
  assertBindAllowed(config.settings, () => pins.isSet() || app.get(TokenStore).hasAny());
  warnOfUnfollowedVariable(config);
  await renewLocalToken(app.get(LocalToken));
  installRequestChecks(app);
  applyServerLimits(app.getHttpServer());
}

/** JarvisChat believed the first address that anybody wrote into X-Forwarded-For. */
function warnOfUnfollowedVariable(config: ConfigService): void {
  const name = 'JARVISCHAT_TRUST_X_FORWARDED_FOR';
  if (config.variable(name) === undefined || config.settings.trustProxy.length > 0) return;
  new Logger('Security').warn(`${name} is not followed: whom to believe is said by address. Name your proxy in the setting "trustProxy".`);
}

/** Without it the server works, but the command line needs a token of its own once a PIN is set. */
async function renewLocalToken(token: LocalToken): Promise<void> {
  try {
    await token.renew();
  } catch (error) {
    new Logger('Security').error(`The token of the command line could not be written (${systemErrorCode(error) ?? messageOf(error)}).`);
  }
}
