import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { Clock } from '../../common/clock.js';
import { newId } from '../../common/ids.js';
import { GatewayError, invalidRequest, unavailable } from '../gateway.error.js';
import { DEFAULT_WAIT_MS, MAX_WAIT_MS } from '../limits.js';
import type { NodeInvokeAnswer, NodeInvokeParams, NodeInvokeResult } from '../protocol/schemas/nodes.js';
import { outboundEvent } from '../server/outbound-event.js';
import type { Connection } from '../server/connection.js';
import { ConnectedNodes, nodeIdOf } from './connected-nodes.js';
import { NodePairings } from './node-pairings.js';

/** Commands that run programs: a node may be asked for them only if the owner saw them when it was paired. */
const SYSTEM_COMMANDS = ['system.run', 'system.run.prepare', 'system.which'];

/** Answers that are kept for a repeated idempotencyKey, and for how long. */
const MAX_KEPT_ANSWERS = 1_000;
const ANSWER_KEPT_MS = 5 * 60_000;

interface Waiting {
  nodeId: string;
  settle: (answer: NodeInvokeAnswer) => void;
}

interface Kept {
  requestHash: string;
  answer: Promise<NodeInvokeResult>;
  at: number;
}

/** Asks nodes to do something and waits for their answers: each key once, for whoever asks. */
@Injectable()
export class NodeInvocations {
  private readonly waiting = new Map<string, Waiting>();
  private readonly kept = new Map<string, Kept>();

  constructor(
    private readonly nodes: ConnectedNodes,
    private readonly pairings: NodePairings,
    private readonly clock: Clock,
  ) {}

  /** Rejects with GatewayError: INVALID_REQUEST, NOT_PAIRED, or UNAVAILABLE with the inner code in its details. */
  invoke(params: NodeInvokeParams, principalId: string): Promise<NodeInvokeResult> {
    this.forgetOld();
    const { idempotencyKey, timeoutMs: _timeout, ...request } = params;
    const requestHash = createHash('sha256').update(JSON.stringify(request)).digest('hex');
    const name = JSON.stringify([principalId, idempotencyKey]);
    const kept = this.kept.get(name);
    if (kept !== undefined) {
      if (kept.requestHash === requestHash) return kept.answer;
      throw invalidRequest('This idempotencyKey was used with another request. Use a new key for a new request.');
    }
    const node = this.find(params.nodeId, params.command);
    const answer = this.ask(node, params);
    this.kept.set(name, { requestHash, answer, at: this.now() });
    // Nothing is known to have been done: it may be tried again.
    answer.catch(() => this.kept.delete(name));
    return answer;
  }

  /** Takes a node's answer. False where nobody waits for it. Throws GatewayError where it speaks for another node. */
  settle(answer: NodeInvokeAnswer, connection: Connection): boolean {
    const nodeId = nodeIdOf(connection);
    if (answer.nodeId !== nodeId) throw invalidRequest(`nodeId must be this node's own: ${nodeId}`);
    const waiting = this.waiting.get(answer.id);
    if (waiting?.nodeId !== nodeId) return false;
    waiting.settle(answer);
    return true;
  }

  private find(nodeId: string, command: string): Connection {
    const paired = this.pairings.find(nodeId);
    const node = this.nodes.find(nodeId);
    if (paired === undefined) {
      if (node === undefined) throw invalidRequest(`unknown node: ${nodeId}`, { code: 'NOT_FOUND' });
      throw new GatewayError('NOT_PAIRED', 'pairing required: approve the node with node.pair.approve first', { details: { code: 'PAIRING_REQUIRED', nodeId } });
    }
    if (node === undefined) throw unavailable(`The node ${nodeId} is not connected.`, { details: { code: 'NOT_CONNECTED', nodeId }, retryable: true });
    if (!node.identity.commands.includes(command)) {
      throw invalidRequest(`The node ${nodeId} has no command "${command}".`, { reason: 'command not declared', command });
    }
    if (SYSTEM_COMMANDS.includes(command) && paired.commands?.includes(command) !== true) {
      throw invalidRequest(`The command "${command}" was not part of the pairing. Pair the node again with it.`, { reason: 'command not approved', command });
    }
    return node;
  }

  private async ask(node: Connection, { command, params, timeoutMs = DEFAULT_WAIT_MS, idempotencyKey }: NodeInvokeParams): Promise<NodeInvokeResult> {
    const nodeId = nodeIdOf(node);
    const id = newId();
    const over = new AbortController();
    const answered = new Promise<NodeInvokeAnswer>((settle) => this.waiting.set(id, { nodeId, settle }));
    const paramsJSON = params === undefined ? null : JSON.stringify(params);
    node.sendTargeted(outboundEvent('node.invoke.request', { id, nodeId, command, paramsJSON, timeoutMs, idempotencyKey }));
    const elapsed = this.clock.sleep(Math.min(timeoutMs, MAX_WAIT_MS), AbortSignal.any([over.signal, node.closed])).catch(() => undefined);
    try {
      const answer = await Promise.race([answered, elapsed]);
      if (answer === undefined) throw noAnswer(node, nodeId, timeoutMs);
      return resultOf(answer, command);
    } finally {
      over.abort();
      this.waiting.delete(id);
    }
  }

  private forgetOld(): void {
    const oldest = this.now() - ANSWER_KEPT_MS;
    for (const [name, { at }] of this.kept) {
      if (at >= oldest && this.kept.size < MAX_KEPT_ANSWERS) return;
      this.kept.delete(name);
    }
  }

  private now(): number {
    return this.clock.now().getTime();
  }
}

function noAnswer(node: Connection, nodeId: string, timeoutMs: number): GatewayError {
  if (node.closed.aborted) return unavailable(`The node ${nodeId} went away before it answered.`, { details: { code: 'NOT_CONNECTED', nodeId } });
  return unavailable(`The node ${nodeId} did not answer within ${timeoutMs} ms.`, { details: { code: 'TIMEOUT', nodeId } });
}

function resultOf({ nodeId, ok, payload, payloadJSON, error }: NodeInvokeAnswer, command: string): NodeInvokeResult {
  if (!ok) {
    const code = error?.code ?? 'UNAVAILABLE';
    throw unavailable(error?.message ?? `The node ${nodeId} could not do it.`, { details: { code, nodeId, command } });
  }
  const text = payloadJSON ?? (payload === undefined ? null : JSON.stringify(payload));
  return { ok: true, nodeId, command, payload: payload ?? parsed(payloadJSON), payloadJSON: text };
}

function parsed(json: string | null | undefined): unknown {
  if (json === null || json === undefined) return null;
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
