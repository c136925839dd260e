import { Module } from '@nestjs/common';
import { APP_GUARD, DiscoveryModule } from '@nestjs/core';
import { Clock } from '../common/clock.js';
import { CommonModule } from '../common/common.module.js';
import { ConfigModule } from '../config/config.module.js';
import { JarvisPaths } from '../config/jarvis-paths.js';
import { AccessGuard } from './access.guard.js';
import { AUTHENTICATORS, CallerService } from './authentication/caller.service.js';
import type { Authenticator } from './authentication/authenticator.js';
import { BearerTokenAuthenticator } from './authentication/bearer-token.authenticator.js';
import { CompletionsKeyAuthenticator } from './authentication/completions-key.authenticator.js';
import { LocalAuthenticator } from './authentication/local.authenticator.js';
import { DeclaredAccessCheck } from './declared-access.check.js';
import { LastAnswers } from './http/last-answers.js';
import { KnownSecretRedactor } from './known-secret-redactor.js';
import { RequestGate } from './request/request-gate.js';
import { SecretRedactor } from './secret-redactor.js';
import { TokenStore } from './token-store.js';

/** Who is calling and what they may: the one guard in front of every route, and what it needs. */
@Module({
  imports: [CommonModule, ConfigModule, DiscoveryModule],
  providers: [
    RequestGate,
    CallerService,
    CompletionsKeyAuthenticator,
    BearerTokenAuthenticator,
    LocalAuthenticator,
    DeclaredAccessCheck,
    LastAnswers,
    {
      // Presented credentials decide before the place that a request comes from.
      provide: AUTHENTICATORS,
      inject: [CompletionsKeyAuthenticator, BearerTokenAuthenticator, LocalAuthenticator],
      useFactory: (...authenticators: Authenticator[]) => authenticators,
    },
    {
      provide: TokenStore,
      inject: [JarvisPaths, Clock],
      useFactory: (paths: JarvisPaths, clock: Clock) => new TokenStore(paths.tokensFile, clock),
    },
    {
      provide: SecretRedactor,
      inject: [JarvisPaths],
      useFactory: (paths: JarvisPaths) => new KnownSecretRedactor(paths.environmentFile),
    },
    { provide: APP_GUARD, useClass: AccessGuard },
  ],
  exports: [RequestGate, CallerService, TokenStore, SecretRedactor],
})
export class SecurityModule {}
