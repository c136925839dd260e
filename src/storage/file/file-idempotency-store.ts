import { createHash } from 'node:crypto';
import path from 'node:path';
import { Logger } from '@nestjs/common';
import type { Clock } from '../../common/clock.js';
import { messageOf } from '../../common/domain-error.js';
import type { FileOperations } from '../file-operations.js';
import { assertIdempotencyKey, type IdempotencyClaim, type IdempotencyState, IdempotencyStore, type IdempotentRequest } from '../idempotency-store.js';
import { IDEMPOTENCY_KEPT_MS, IDEMPOTENCY_SWEEP_MS, MAX_IDEMPOTENCY_RECORDS } from '../limits.js';
import type { Lock, LockLease } from '../lock.js';
import { toStorageError } from '../storage-failure.js';
import { isObject } from './conversation-salvage.js';

/** One file: what was asked under a key and what was answered. */
interface IdempotencyRecord {
  readonly principalId: string;
  readonly requestHash: string;
  readonly sessionId: string;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly status: 'running' | 'done';
  readonly answer?: unknown;
}

const FILE = /^([0-9a-f]{64})\.json(?:\.\d+\.[0-9a-f]{12}\.tmp)?$/;

/**
 * One file a key, named by the hash of principal and key. Who runs a request holds the lock of that name as long: a record
 * that says `running` while its lock is free was left by a process that died.
 */
export class FileIdempotencyStore extends IdempotencyStore {
  private readonly logger = new Logger('Idempotency');
  private sweptAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly folder: string,
    private readonly lock: Lock,
    private readonly clock: Clock,
    private readonly operations: FileOperations,
  ) {
    super();
  }

  override async begin(request: IdempotentRequest): Promise<IdempotencyState> {
    assertIdempotencyKey(request.key);
    const lease = await this.lock.tryAcquire(lockName(request));
    if (lease) return this.claim(request, lease);
    const record = await this.guard(() => this.readRecord(request));
    if (record && record.requestHash !== request.requestHash) return { state: 'mismatch' };
    return { state: 'running', sessionId: record?.sessionId };
  }

  override async wait(request: IdempotentRequest, signal?: AbortSignal): Promise<Exclude<IdempotencyState, { state: 'running' }>> {
    assertIdempotencyKey(request.key);
    return this.claim(request, await this.lock.acquire(lockName(request), { signal }));
  }

  override sweep(): Promise<void> {
    return this.guard(async () => {
      this.sweptAt = this.clock.now().getTime();
      const files = (await this.operations.list(this.folder)).flatMap((name) => {
        const stamp = FILE.test(name) ? this.operations.stamp(path.join(this.folder, name)) : undefined;
        return stamp ? [{ name, age: this.sweptAt - Number(stamp.modifiedNs / 1_000_000n) }] : [];
      });
      files.sort((one, other) => other.age - one.age);
      const surplus = files.length - MAX_IDEMPOTENCY_RECORDS;
      for (const [index, { name, age }] of files.entries()) {
        // A half-written copy lives for milliseconds; one that is older was left by a process that died.
        const kept = name.endsWith('.tmp') ? IDEMPOTENCY_SWEEP_MS : IDEMPOTENCY_KEPT_MS;
        if (index < surplus || age > kept) await this.drop(name);
      }
    });
  }

  private async claim(request: IdempotentRequest, lease: LockLease): Promise<Exclude<IdempotencyState, { state: 'running' }>> {
    try {
      await this.sweepNowAndThen();
      const record = await this.guard(() => this.readRecord(request));
      if (record && record.requestHash !== request.requestHash) {
        lease.release({ remove: true });
        return { state: 'mismatch' };
      }
      if (record?.status === 'done') {
        lease.release({ remove: true });
        return { state: 'done', answer: record.answer, sessionId: record.sessionId };
      }
      if (record) return { state: 'interrupted', claim: this.claimOf(request, record, lease) };
      const { principalId, requestHash, sessionId } = request;
      const fresh: IdempotencyRecord = { principalId, requestHash, sessionId, startedAt: this.clock.now().toISOString(), status: 'running' };
      await this.write(request, fresh);
      return { state: 'new', claim: this.claimOf(request, fresh, lease) };
    } catch (error) {
      lease.release({ remove: true });
      throw error;
    }
  }

  private claimOf(request: IdempotentRequest, record: IdempotencyRecord, lease: LockLease): IdempotencyClaim {
    return {
      sessionId: record.sessionId,
      complete: async (answer) => {
        try {
          await this.write(request, { ...record, status: 'done', answer });
        } finally {
          lease.release({ remove: true });
        }
      },
      abandon: async () => {
        try {
          await this.guard(() => this.operations.remove(this.file(request)));
        } finally {
          lease.release({ remove: true });
        }
      },
    };
  }

  private async readRecord(request: IdempotentRequest): Promise<IdempotencyRecord | undefined> {
    const file = this.file(request);
    const stamp = this.operations.stamp(file);
    if (stamp?.kind !== 'file') return undefined;
    const record = parseRecord(await this.operations.read(file));
    if (!record) this.logger.warn('A kept answer could not be read; the request counts as new.');
    const isOld = record && this.clock.now().getTime() - Date.parse(record.startedAt) > IDEMPOTENCY_KEPT_MS;
    return isOld ? undefined : record;
  }

  private write(request: IdempotentRequest, record: IdempotencyRecord): Promise<void> {
    return this.guard(() => this.operations.replace(this.file(request), Buffer.from(JSON.stringify(record))));
  }

  /** Removes a record unless somebody is at it right now. */
  private async drop(name: string): Promise<void> {
    const hash = FILE.exec(name)?.[1] ?? '';
    const lease = await this.lock.tryAcquire(`idempotency-${hash}`);
    if (!lease) return;
    try {
      await this.operations.remove(path.join(this.folder, name));
    } finally {
      lease.release({ remove: true });
    }
  }

  private async sweepNowAndThen(): Promise<void> {
    if (this.clock.now().getTime() - this.sweptAt < IDEMPOTENCY_SWEEP_MS) return;
    // Old answers are no reason to refuse a new request.
    await this.sweep().catch((error: unknown) => this.logger.warn(`Old answers could not be removed: ${messageOf(error)}`));
  }

  private file(request: IdempotentRequest): string {
    return path.join(this.folder, `${hashOf(request)}.json`);
  }

  private async guard<T>(action: () => Promise<T>): Promise<T> {
    try {
      return await action();
    } catch (error) {
      throw toStorageError(error, 'The answer kept under the Idempotency-Key could not be read or stored');
    }
  }
}

function hashOf({ key, principalId }: IdempotentRequest): string {
  return createHash('sha256').update(JSON.stringify([principalId, key])).digest('hex');
}

function lockName(request: IdempotentRequest): string {
  return `idempotency-${hashOf(request)}`;
}

function parseRecord(bytes: Buffer): IdempotencyRecord | undefined {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    const isRecord =
      isObject(value) &&
      ['principalId', 'requestHash', 'sessionId', 'startedAt'].every((field) => typeof value[field] === 'string') &&
      (value['status'] === 'running' || value['status'] === 'done');
    return isRecord ? (value as unknown as IdempotencyRecord) : undefined;
  } catch {
    return undefined;
  }
}
