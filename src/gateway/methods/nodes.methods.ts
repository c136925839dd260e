import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock.js';
import { invalidRequest } from '../gateway.error.js';
import { ConnectedNodes, nodeIdOf } from '../nodes/connected-nodes.js';
import { NodeInvocations } from '../nodes/node-invocations.js';
import { NodePairings } from '../nodes/node-pairings.js';
import type { HandlersOf } from '../served-methods.js';

type NodeMethodName =
  | 'node.list'
  | 'node.invoke'
  | 'node.invoke.result'
  | 'node.pair.request'
  | 'node.pair.list'
  | 'node.pair.approve'
  | 'node.pair.reject'
  | 'node.pair.verify';

/** node.*: devices that do what the gateway asks them. */
@Injectable()
export class NodesMethods {
  readonly handlers: HandlersOf<NodeMethodName> = {
    'node.list': () => ({ ts: this.clock.now().getTime(), nodes: this.nodes.list() }),
    'node.invoke': (params, { connection }) => this.invocations.invoke(params, connection.identity.principal.id),
    'node.invoke.result': (params, { connection }) => (this.invocations.settle(params, connection) ? { ok: true } : { ok: true, ignored: true }),
    'node.pair.request': (params, { connection }) => {
      const isOwnRequest = connection.identity.role === 'operator' || nodeIdOf(connection) === params.nodeId;
      if (!isOwnRequest) throw invalidRequest(`nodeId must be this node's own: ${nodeIdOf(connection)}`);
      return { status: 'pending', ...this.pairings.request(params) };
    },
    'node.pair.list': () => ({ pending: this.pairings.listPending(), paired: this.pairings.listPaired() }),
    'node.pair.approve': async ({ requestId }) => ({ requestId, node: await this.pairings.approve(requestId) }),
    'node.pair.reject': ({ requestId }) => ({ requestId, nodeId: this.pairings.reject(requestId).nodeId }),
    'node.pair.verify': ({ nodeId, token }) => {
      const node = this.pairings.verify(nodeId, token) ? this.pairings.find(nodeId) : undefined;
      return node === undefined ? { ok: false } : { ok: true, node };
    },
  };

  constructor(
    private readonly nodes: ConnectedNodes,
    private readonly invocations: NodeInvocations,
    private readonly pairings: NodePairings,
    private readonly clock: Clock,
  ) {}
}
