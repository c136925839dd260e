import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Clock } from '../../common/clock.js';
import { writeJsonAtomic } from '../../common/atomic-file.js';
import { InvalidInputError, NotFoundError, StorageError, systemErrorCode } from '../../common/domain-error.js';
import { newId } from '../../common/ids.js';
import { MAX_PAIRED_NODES, MAX_PENDING_PAIRINGS, PAIRING_TTL_MS } from '../limits.js';
import type { NodePairRequestParams, PairedNode, PendingPairing } from '../protocol/schemas/nodes.js';

/** A paired node at rest: its token's hash, never the token. */
interface StoredNode extends PairedNode {
  hash: string;
}

/** What a listener is told. */
export type PairingChange =
  | { type: 'requested'; request: PendingPairing }
  | { type: 'resolved'; request: PendingPairing; decision: 'approved' | 'rejected' };

/**
 * The nodes that the owner has paired, in one file (0600), and those that ask to be. A request is kept in memory and forgotten
 * after five minutes. A token has 256 random bits, so a plain SHA-256 cannot be guessed backwards.
 */
export class NodePairings {
  private readonly pending = new Map<string, PendingPairing>();
  private readonly listeners = new Set<(change: PairingChange) => void>();
  private paired?: Map<string, StoredNode>;
  private writing: Promise<unknown> = Promise.resolve();

  /** @param file where paired nodes lie; needs not exist */
  constructor(
    private readonly file: string,
    private readonly clock: Clock,
  ) {}

  /** Hears of requests and decisions. A listener must not throw. */
  onChange(listener: (change: PairingChange) => void): void {
    this.listeners.add(listener);
  }

  /** Asks that a node be paired; asking again gives the request that waits. Throws InvalidInputError where too many wait. */
  request(params: NodePairRequestParams): { request: PendingPairing; created: boolean } {
    const known = this.listPending().find(({ nodeId }) => nodeId === params.nodeId);
    if (known !== undefined) return { request: known, created: false };
    if (this.pending.size >= MAX_PENDING_PAIRINGS) {
      throw new InvalidInputError(`${MAX_PENDING_PAIRINGS} nodes wait to be paired already. Decide on some of them first.`);
    }
    const request: PendingPairing = { ...params, requestId: newId(), ts: this.now() };
    this.pending.set(request.requestId, request);
    this.tell({ type: 'requested', request });
    return { request, created: true };
  }

  /** What waits for a decision, oldest first. */
  listPending(): PendingPairing[] {
    const now = this.now();
    for (const [id, { ts }] of this.pending) if (now - ts >= PAIRING_TTL_MS) this.pending.delete(id);
    return [...this.pending.values()];
  }

  /** Paired nodes, oldest first, without tokens. */
  listPaired(): PairedNode[] {
    return [...this.stored().values()].map(withoutHash);
  }

  find(nodeId: string): PairedNode | undefined {
    const stored = this.stored().get(nodeId);
    return stored && withoutHash(stored);
  }

  /**
   * Pairs a node and gives out its token; one that it had before ends. Throws NotFoundError for a request that does not wait,
   * StorageError where it cannot be stored.
   */
  async approve(requestId: string): Promise<PairedNode & { token: string }> {
    const request = this.take(requestId);
    const { requestId: _id, ts: _ts, silent: _silent, ...description } = request;
    const token = `jrn_${randomBytes(32).toString('base64url')}`;
    const now = this.now();
    const node: PairedNode = { ...description, createdAtMs: this.find(request.nodeId)?.createdAtMs ?? now, approvedAtMs: now };
    await this.change((nodes) => {
      if (!nodes.has(node.nodeId) && nodes.size >= MAX_PAIRED_NODES) throw new InvalidInputError(`${MAX_PAIRED_NODES} nodes are paired already.`);
      nodes.set(node.nodeId, { ...node, hash: hashOf(token) });
    });
    this.tell({ type: 'resolved', request, decision: 'approved' });
    return { ...node, token };
  }

  /** Throws NotFoundError for a request that does not wait. */
  reject(requestId: string): PendingPairing {
    const request = this.take(requestId);
    this.tell({ type: 'resolved', request, decision: 'rejected' });
    return request;
  }

  /** Whether the token is that of the paired node. */
  verify(nodeId: string, token: string): boolean {
    const expected = Buffer.from(this.stored().get(nodeId)?.hash ?? hashOf(''));
    return timingSafeEqual(Buffer.from(hashOf(token)), expected) && token !== '';
  }

  private take(requestId: string): PendingPairing {
    const request = this.listPending().find((pending) => pending.requestId === requestId);
    if (request === undefined) throw new NotFoundError('No node waits under this requestId: it was decided on, or has expired.', { field: 'requestId' });
    this.pending.delete(requestId);
    return request;
  }

  private change(edit: (nodes: Map<string, StoredNode>) => void): Promise<void> {
    const changed = this.writing.then(async () => {
      const nodes = new Map(this.stored());
      edit(nodes);
      mkdirSync(path.dirname(this.file), { recursive: true, mode: 0o700 });
      await writeJsonAtomic(this.file, { nodes: [...nodes.values()] }).catch((error: unknown) => {
        throw new StorageError(`The paired node could not be stored (${systemErrorCode(error) ?? 'unknown reason'}).`, {}, { cause: error });
      });
      this.paired = nodes;
    });
    this.writing = changed.catch(() => undefined);
    return changed;
  }

  /** Read on first use: most servers have no nodes. */
  private stored(): Map<string, StoredNode> {
    this.paired ??= new Map(readNodes(this.file).map((node) => [node.nodeId, node]));
    return this.paired;
  }

  private tell(change: PairingChange): void {
    for (const listener of this.listeners) listener(change);
  }

  private now(): number {
    return this.clock.now().getTime();
  }
}

function readNodes(file: string): StoredNode[] {
  try {
    const { nodes } = JSON.parse(readFileSync(file, 'utf8')) as { nodes?: StoredNode[] };
    if (Array.isArray(nodes)) return nodes;
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return [];
    throw damaged(error);
  }
  throw damaged(undefined);
}

function damaged(cause: unknown): StorageError {
  return new StorageError('The file of paired nodes (data/config/nodes.json) cannot be read. Mend it, or move it away and pair the nodes again.', {}, { cause });
}

function withoutHash({ hash: _hash, ...node }: StoredNode): PairedNode {
  return node;
}

function hashOf(token: string): string {
  return `$sha256$${createHash('sha256').update(token, 'utf8').digest('base64')}`;
}
