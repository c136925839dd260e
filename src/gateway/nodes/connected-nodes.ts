import { Injectable, Logger } from '@nestjs/common';
import { messageOf } from '../../common/domain-error.js';
import type { NodeInfo, PairedNode } from '../protocol/schemas/nodes.js';
import { CLOSE } from '../server/close-socket.js';
import type { Connection, ConnectionIdentity } from '../server/connection.js';
import { Connections } from '../server/connections.js';
import { NodePairings } from './node-pairings.js';

/**
 * The nodes that are connected. One that is not paired has come in with the owner's own rights (from this machine, or by the
 * owner's token): it is put up for pairing, and can be asked nothing before.
 */
@Injectable()
export class ConnectedNodes {
  private readonly logger = new Logger('Gateway');

  constructor(
    private readonly connections: Connections,
    private readonly pairings: NodePairings,
  ) {
    connections.onChange(() => this.follow());
  }

  /** The connection of a node. */
  find(nodeId: string): Connection | undefined {
    return this.nodes().find((connection) => nodeIdOf(connection) === nodeId);
  }

  /** Connected and paired nodes: connected ones first, then by name. */
  list(): NodeInfo[] {
    const connected = this.nodes();
    const away = this.pairings.listPaired().filter(({ nodeId }) => !connected.some((connection) => nodeIdOf(connection) === nodeId));
    const rows = [...connected.map((connection) => this.connectedInfo(connection)), ...away.map(pairedInfo)];
    return rows.sort((a, b) => Number(b.connected) - Number(a.connected) || nameOf(a).localeCompare(nameOf(b)));
  }

  /** The newest connection of each node. */
  private nodes(): Connection[] {
    return [...new Map(this.allConnections().map((connection) => [nodeIdOf(connection), connection])).values()];
  }

  private allConnections(): Connection[] {
    return this.connections.list().filter(({ identity }) => identity.role === 'node');
  }

  private follow(): void {
    const newest = this.nodes();
    for (const connection of this.allConnections()) {
      // A node that came back before its old socket was seen to be dead.
      if (!newest.includes(connection)) connection.close(CLOSE.policy, 'replaced by a newer connection of the same node');
    }
    for (const { identity } of newest) this.askForPairing(identity);
  }

  /** A node stays connected where that cannot be: it may be paired later. */
  private askForPairing(identity: ConnectionIdentity): void {
    const description = describe(identity);
    try {
      if (this.pairings.find(description.nodeId) === undefined) this.pairings.request(description);
    } catch (error) {
      this.logger.warn(`The node ${description.nodeId} could not be put up for pairing: ${messageOf(error)}`);
    }
  }

  private connectedInfo(connection: Connection): NodeInfo {
    const { identity } = connection;
    const nodeId = nodeIdOf(connection);
    const paired = this.pairings.find(nodeId);
    const { permissions, pathEnv } = identity;
    return {
      ...(paired === undefined ? {} : { approvedAtMs: paired.approvedAtMs }),
      ...describe(identity),
      caps: [...identity.caps],
      commands: [...identity.commands],
      ...(permissions === undefined ? {} : { permissions }),
      ...(pathEnv === undefined ? {} : { pathEnv }),
      clientId: identity.client.id,
      clientMode: identity.client.mode,
      connectedAtMs: identity.connectedAtMs,
      paired: paired !== undefined,
      connected: true,
    };
  }
}

/** A node goes by the instance id that it says at connect. */
export function nodeIdOf({ identity }: Connection): string {
  return identity.client.instanceId ?? identity.connId;
}

function describe({ client, address, caps, commands, connId }: ConnectionIdentity) {
  const { displayName, platform, version, deviceFamily, modelIdentifier, instanceId = connId } = client;
  return {
    nodeId: instanceId,
    ...(displayName === undefined ? {} : { displayName }),
    platform,
    version,
    ...(deviceFamily === undefined ? {} : { deviceFamily }),
    ...(modelIdentifier === undefined ? {} : { modelIdentifier }),
    ...(address === undefined ? {} : { remoteIp: address }),
    caps: [...caps],
    commands: [...commands],
  };
}

function pairedInfo({ createdAtMs: _created, ...node }: PairedNode): NodeInfo {
  return { ...node, caps: node.caps ?? [], commands: node.commands ?? [], paired: true, connected: false };
}

function nameOf({ displayName, nodeId }: NodeInfo): string {
  return displayName ?? nodeId;
}
