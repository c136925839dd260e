import { Module } from '@nestjs/common';
import { APP_GUARD, DiscoveryModule } from '@nestjs/core';
import { Clock } from '../common/clock.js';
import { CommonModule } from '../common/common.module.js';
import { ConfigModule } from '../config/config.module.js';
import { JarvisPaths } from '../config/jarvis-paths.js';
import { AccessGuard } from './access.guard.js';
import { AuditFile } from './audit/audit-file.js';
import { SecurityAudit } from './audit/security-audit.js';
import { AUTHENTICATORS, CallerService } from './authentication/caller.service.js';
import type { Authenticator } from './authentication/authenticator.js';
import { BearerTokenAuthenticator } from './authentication/bearer-token.authenticator.js';
import { CompletionsKeyAuthenticator } from './authentication/completions-key.authenticator.js';
import { LocalTokenAuthenticator } from './authentication/local-token.authenticator.js';
import { LocalAuthenticator } from './authentication/local.authenticator.js';
import { SessionAuthenticator } from './authentication/session.authenticator.js';
import { DeclaredAccessCheck } from './declared-access.check.js';
import { LastAnswers } from './http/last-answers.js';
import { RequestAdmission } from './http/request-admission.js';
import { IncidentLog } from './incidents/incident-log.js';
import { KnownSecretRedactor } from './known-secret-redactor.js';
import { LocalToken } from './local-token.js';
import { PinStore } from './pin/pin-store.js';
import { Protection } from './protection.js';
import { RequestCounter } from './rate-limit/request-counter.js';
import { AddressRule } from './request/address-rule.js';
import { RequestGate } from './request/request-gate.js';
import { SecretRedactor } from './secret-redactor.js';
import { AccessSessions } from './sign-in/access-sessions.js';
import { AuthController } from './sign-in/auth.controller.js';
import { OwnerPin } from './sign-in/owner-pin.js';
import { SignInService } from './sign-in/sign-in.service.js';
import { TokenStore } from './token-store.js';

/** Presented credentials decide before the place that a request comes from. */
const WAYS_IN = [CompletionsKeyAuthenticator, LocalTokenAuthenticator, BearerTokenAuthenticator, SessionAuthenticator, LocalAuthenticator];

/** Who is calling and what they may: the one guard in front of every route, and what it needs. */
@Module({
  imports: [CommonModule, ConfigModule, DiscoveryModule],
  controllers: [AuthController],
  providers: [
    Protection,
    AddressRule,
    RequestGate,
    RequestAdmission,
    RequestCounter,
    CallerService,
    AccessSessions,
    OwnerPin,
    SignInService,
    AuditFile,
    SecurityAudit,
    IncidentLog,
    DeclaredAccessCheck,
    LastAnswers,
    ...WAYS_IN,
    { provide: AUTHENTICATORS, inject: WAYS_IN, useFactory: (...authenticators: Authenticator[]) => authenticators },
    {
      provide: TokenStore,
      inject: [JarvisPaths, Clock],
      useFactory: (paths: JarvisPaths, clock: Clock) => new TokenStore(paths.tokensFile, clock),
    },
    {
      provide: PinStore,
      inject: [JarvisPaths, Clock],
      useFactory: (paths: JarvisPaths, clock: Clock) => new PinStore(paths.pinFile, clock),
    },
    { provide: LocalToken, inject: [JarvisPaths], useFactory: (paths: JarvisPaths) => new LocalToken(paths.localTokenFile) },
    {
      provide: SecretRedactor,
      inject: [JarvisPaths],
      useFactory: (paths: JarvisPaths) => new KnownSecretRedactor(paths.environmentFile),
    },
    { provide: APP_GUARD, useClass: AccessGuard },
  ],
  exports: [RequestGate, CallerService, OwnerPin, TokenStore, SecretRedactor, Protection, RequestCounter, AuditFile, SecurityAudit, IncidentLog],
})
export class SecurityModule {}
