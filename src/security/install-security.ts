import type { NestExpressApplication } from '@nestjs/platform-express';
import { ConfigService } from '../config/config.service.js';
import { assertBindAllowed } from './http/bind-rule.js';
import { installRequestChecks } from './http/install-request-checks.js';
import { applyServerLimits } from './http/server-limits.js';
import { TokenStore } from './token-store.js';

/**
 * Closes an application by default: what every request meets first, and what a client can hold open. Call it right after
 * `NestFactory.create(..., { bodyParser: false })`. Throws UnsafeBindError where the settings would let strangers reach a
 * server that has no access token.
 */
export function installSecurity(app: NestExpressApplication): void {
  assertBindAllowed(app.get(ConfigService).settings, () => app.get(TokenStore).hasAny());
  installRequestChecks(app);
  applyServerLimits(app.getHttpServer());
}
