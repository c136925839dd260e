import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock.js';
import { newId } from '../../common/ids.js';
import type { RequestDescription } from '../../security/request/request-description.js';
import { GatewayError, invalidRequest } from '../gateway.error.js';
import { MAX_NODE_COMMANDS } from '../limits.js';
import { type ConnectParams, ConnectParamsSchema, ROLES, type Role } from '../protocol/schemas/connect.js';
import type { RequestFrame } from '../protocol/schemas/frames.js';
import { validate } from '../protocol/validators.js';
import { PROTOCOL_VERSION } from '../protocol/version.js';
import { GatewayAuthentication } from './authentication.js';
import { CLOSE, type CloseCode } from './close-socket.js';
import type { ConnectionIdentity } from './connection.js';
import { grantedScopes } from './scopes.js';

/** A `connect` that is refused: what is answered, and how the socket is closed. */
export class HandshakeRefusal extends Error {
  constructor(
    readonly reason: GatewayError,
    readonly closeCode: CloseCode,
  ) {
    super(reason.message);
  }
}

/** A client that may come in. */
export interface Admission {
  readonly identity: ConnectionIdentity;
  readonly params: ConnectParams;
}

/** The checks of `connect`, in order: method, params, protocol range, role, credentials, scopes. */
@Injectable()
export class Handshake {
  constructor(
    private readonly authentication: GatewayAuthentication,
    private readonly clock: Clock,
  ) {}

  /** Throws HandshakeRefusal. */
  async admit(frame: RequestFrame, request: RequestDescription): Promise<Admission> {
    if (frame.method !== 'connect') throw policy(invalidRequest('invalid handshake: the first request must be connect'));
    const checked = validate(ConnectParamsSchema, frame.params ?? {});
    if (!checked.ok) throw policy(invalidRequest(`invalid connect params: ${checked.problems}`));
    const params = checked.value;
    assertProtocol(params);
    const role = roleOf(params);
    const nodeId = role === 'node' ? nodeIdOf(params) : undefined;
    const authenticated = await this.authenticate({ request, auth: params.auth ?? {}, role, nodeId });
    const { principal, address, isStillValid } = authenticated;
    const identity: ConnectionIdentity = {
      connId: newId(),
      client: params.client,
      role,
      scopes: role === 'operator' ? grantedScopes(params.scopes ?? [], principal) : [],
      principal,
      ...(address === undefined ? {} : { address }),
      connectedAtMs: this.clock.now().getTime(),
      caps: params.caps ?? [],
      commands: params.commands ?? [],
      ...(params.permissions === undefined ? {} : { permissions: params.permissions }),
      ...(params.pathEnv === undefined ? {} : { pathEnv: params.pathEnv }),
      isStillValid,
    };
    return { identity, params };
  }

  private async authenticate(presented: Parameters<GatewayAuthentication['authenticate']>[0]) {
    try {
      return await this.authentication.authenticate(presented);
    } catch (error) {
      if (error instanceof GatewayError) throw policy(error);
      throw error;
    }
  }
}

function policy(reason: GatewayError): HandshakeRefusal {
  return new HandshakeRefusal(reason, CLOSE.policy);
}

function assertProtocol({ minProtocol, maxProtocol }: ConnectParams): void {
  if (minProtocol <= PROTOCOL_VERSION && maxProtocol >= PROTOCOL_VERSION) return;
  const reason = invalidRequest('protocol mismatch', { expectedProtocol: PROTOCOL_VERSION });
  throw new HandshakeRefusal(reason, CLOSE.protocolError);
}

function roleOf({ role = 'operator' }: ConnectParams): Role {
  const known = ROLES.find((candidate) => candidate === role);
  if (known === undefined) throw policy(invalidRequest(`invalid role: ${role}`));
  return known;
}

/** A node goes by its instance id, so that it is the same one after a reconnect. */
function nodeIdOf({ client, commands = [] }: ConnectParams): string {
  if (client.instanceId === undefined) throw policy(invalidRequest('invalid connect params: at /client/instanceId: a node needs one, it is its node id'));
  if (commands.length > MAX_NODE_COMMANDS) throw policy(invalidRequest(`invalid connect params: at /commands: at most ${MAX_NODE_COMMANDS} commands`));
  return client.instanceId;
}
