import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock.js';
import { TooManyRequestsError } from '../../common/domain-error.js';
import { CallerService } from '../../security/authentication/caller.service.js';
import { PIN_PRINCIPAL_ID, SESSION_HEADER } from '../../security/authentication/session.authenticator.js';
import { isOwner, type Principal } from '../../security/principal.js';
import type { RequestDescription } from '../../security/request/request-description.js';
import { RequestGate } from '../../security/request/request-gate.js';
import { OwnerPin } from '../../security/sign-in/owner-pin.js';
import { GatewayError } from '../gateway.error.js';
import { NodePairings } from '../nodes/node-pairings.js';
import type { ConnectAuth, Role } from '../protocol/schemas/connect.js';
import { FailedAuthentications } from './failed-authentications.js';
import { allowedScopes } from './scopes.js';

/** What a client presents in its `connect`. */
export interface Presented {
  /** The handshake of the WebSocket. */
  readonly request: RequestDescription;
  readonly auth: ConnectAuth;
  readonly role: Role;
  /** Set where the role is node. */
  readonly nodeId?: string;
}

/** Who it is. */
export interface Authenticated {
  readonly principal: Principal;
  readonly address?: string;
  readonly isStillValid: () => Promise<boolean>;
}

/** What to do about it, in the words that clients know. */
type NextStep = 'update_auth_configuration' | 'update_auth_credentials' | 'wait_then_retry';

/** One way in: who the credentials stand for, or undefined where they do not hold (any more). */
type Way = () => Promise<Principal | undefined>;

/**
 * Who stands behind a `connect`: an access token, the password, a node's token, or nothing on this machine. A token in `auth`
 * counts like one in the Authorization header; what is presented and wrong never falls back to being the owner.
 */
@Injectable()
export class GatewayAuthentication {
  private readonly failures: FailedAuthentications;

  constructor(
    private readonly callers: CallerService,
    private readonly gate: RequestGate,
    private readonly pairings: NodePairings,
    private readonly pin: OwnerPin,
    clock: Clock,
  ) {
    this.failures = new FailedAuthentications(clock);
  }

  /** Throws GatewayError with details that say what is wrong with the credentials. */
  async authenticate(presented: Presented): Promise<Authenticated> {
    const { address, isLocal } = this.gate.clientOf(presented.request);
    const { way, failure } = this.choose(presented, address);
    const isCounted = presented.auth.password !== undefined || !isLocal;
    const counter = `${failure} ${address ?? 'unknown'}`;
    if (isCounted) this.assertMayTry(counter);
    const principal = await way();
    if (principal === undefined) {
      if (isCounted && failure.endsWith('_MISMATCH')) this.failures.note(counter);
      throw refused(failure, WORDS[failure]);
    }
    if (isCounted) this.failures.clear(counter);
    assertMayBe(presented.role, principal);
    const isStillValid = async (): Promise<boolean> => (await way())?.id === principal.id;
    return { principal, ...(address === undefined ? {} : { address }), isStillValid };
  }

  private choose({ request, auth, role, nodeId }: Presented, address: string | undefined): { way: Way; failure: keyof typeof WORDS } {
    const token = given(auth.token) ?? given(auth.deviceToken);
    const password = given(auth.password);
    if (role === 'node' && nodeId !== undefined && token !== undefined) {
      const asNode = (): Principal | undefined => (this.pairings.verify(nodeId, token) ? nodePrincipal(nodeId) : undefined);
      return { way: async () => asNode() ?? (await this.bearer(request, token)), failure: 'AUTH_DEVICE_TOKEN_MISMATCH' };
    }
    if (token !== undefined) return { way: () => this.bearer(request, token), failure: 'AUTH_TOKEN_MISMATCH' };
    if (password !== undefined) {
      return { way: this.byPin(password, address), failure: this.pin.isSet ? 'AUTH_PASSWORD_MISMATCH' : 'AUTH_PASSWORD_NOT_CONFIGURED' };
    }
    return { way: async () => (await this.callers.identify(request)).principal, failure: 'AUTH_TOKEN_MISSING' };
  }

  /** The PIN is checked once; after that it holds until it is set anew. */
  private byPin(pin: string, address: string | undefined): Way {
    let generation: string | undefined;
    return async () => {
      if (generation === undefined) {
        if (!(await this.isPin(pin, address))) return undefined;
        ({ generation } = this.pin);
      }
      return generation === this.pin.generation ? { role: 'admin', id: PIN_PRINCIPAL_ID, scopes: [] } : undefined;
    };
  }

  private async isPin(pin: string, address: string | undefined): Promise<boolean> {
    try {
      return await this.pin.check(pin, address);
    } catch (error) {
      if (!(error instanceof TooManyRequestsError)) throw error;
      throw refused('AUTH_RATE_LIMITED', WORDS.AUTH_RATE_LIMITED, { retryable: true, retryAfterMs: error.retryAfterSeconds * 1000 });
    }
  }

  /** An access token, or the session of /api/auth that a page cannot send as a header of its handshake. */
  private async bearer(request: RequestDescription, token: string): Promise<Principal | undefined> {
    // Anything else would not be read as a bearer's token, and then count as no token at all.
    if (!/^[\x21-\x7e]+$/.test(token)) return undefined;
    const presented = SESSION.test(token) ? { [SESSION_HEADER]: [token] } : { authorization: [`Bearer ${token}`] };
    return (await this.callers.identify({ ...request, headers: { ...request.headers, ...presented } })).principal;
  }

  private assertMayTry(address: string): void {
    const waitMs = this.failures.waitMs(address);
    if (waitMs === 0) return;
    throw refused('AUTH_RATE_LIMITED', WORDS.AUTH_RATE_LIMITED, { retryable: true, retryAfterMs: waitMs });
  }
}

const WORDS = {
  AUTH_TOKEN_MISSING: 'unauthorized: this needs an access token. Make one with `jarvis token create --scope operator.read` and send it as auth.token.',
  AUTH_TOKEN_MISMATCH: 'unauthorized: the access token is not valid.',
  AUTH_DEVICE_TOKEN_MISMATCH: "unauthorized: this is not the node's token. node.pair.approve gives it out.",
  AUTH_PASSWORD_MISMATCH: 'unauthorized: the PIN is wrong.',
  AUTH_PASSWORD_NOT_CONFIGURED: 'unauthorized: this server has no PIN. Send an access token as auth.token.',
  AUTH_UNAUTHORIZED: 'unauthorized: this access token is for something else. Make one with `jarvis token create --scope operator.read`.',
  AUTH_RATE_LIMITED: 'unauthorized: too many wrong credentials from this address. Wait and try again.',
} as const;

function refused(code: keyof typeof WORDS, message: string, more: { retryable?: boolean; retryAfterMs?: number } = {}): GatewayError {
  const recommendedNextStep: NextStep =
    code === 'AUTH_RATE_LIMITED' ? 'wait_then_retry' : code.includes('MISSING') || code.includes('CONFIGURED') ? 'update_auth_configuration' : 'update_auth_credentials';
  const details = { code, authReason: code.toLowerCase().replace(/^auth_/, ''), canRetryWithDeviceToken: false, recommendedNextStep };
  return new GatewayError('INVALID_REQUEST', message, { details, ...more });
}

/** Operators need a scope of the gateway; a node that is not paired comes in only with the owner's own rights. */
function assertMayBe(role: Role, principal: Principal): void {
  if (isOwner(principal)) return;
  if (role === 'node') {
    if (principal.id.startsWith(NODE_PREFIX)) return;
    throw new GatewayError('NOT_PAIRED', 'pairing required: pair the node with node.pair.request and node.pair.approve, and send its token as auth.token.', {
      details: { code: 'PAIRING_REQUIRED', reason: 'not-paired' },
    });
  }
  if (allowedScopes(principal).length === 0) throw refused('AUTH_UNAUTHORIZED', WORDS.AUTH_UNAUTHORIZED);
}

const NODE_PREFIX = 'node:';
const SESSION = /^[0-9a-f]{32}$/;

function nodePrincipal(nodeId: string): Principal {
  return { role: 'api-key', id: `${NODE_PREFIX}${nodeId}`, scopes: [] };
}

function given(text: string | undefined): string | undefined {
  return text === undefined || text === '' ? undefined : text;
}
