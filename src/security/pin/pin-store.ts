import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { writeJsonAtomic } from '../../common/atomic-file.js';
import type { Clock } from '../../common/clock.js';
import { StorageError, systemErrorCode } from '../../common/domain-error.js';
import { ABSENT, fileVersion } from '../file-version.js';
import { hashPin, isPinHash, isPinOf, type ScryptCost } from './pin-hash.js';
import { assertPin } from './pin-rule.js';

/**
 * The owner's PIN, kept as a hash in one file (0600) that is looked at on each use: what `jarvis pin set` changes holds in a running
 * server at once. A file that cannot be used counts as a PIN that nobody knows.
 */
export class PinStore {
  /**
   * @param file where the hash lies (JarvisPaths.pinFile); needs not exist
   * @param cost of the hashes that are made; less than usual for tests alone
   */
  constructor(
    private readonly file: string,
    private readonly clock: Clock,
    private readonly cost?: ScryptCost,
  ) {}

  /** Whether there is a PIN. True also where the file cannot be used: damage must open nothing. */
  isSet(): boolean {
    return this.generation() !== ABSENT;
  }

  /** Changes whenever the PIN is set anew: what was granted for the one before ends with it. */
  generation(): string {
    try {
      return fileVersion(this.file);
    } catch (error) {
      return systemErrorCode(error) ?? 'unreadable';
    }
  }

  /** Whether this is the PIN; false where there is none. Throws StorageError where the file cannot be used. */
  async verify(pin: string): Promise<boolean> {
    const hash = this.read();
    return hash !== undefined && (await isPinOf(hash, pin));
  }

  /** Sets or replaces the PIN. Throws InvalidInputError for what is no PIN, StorageError where it cannot be written. */
  async set(pin: string): Promise<void> {
    assertPin(pin);
    const record = { hash: await hashPin(pin, this.cost), setAt: this.clock.now().toISOString() };
    try {
      await mkdir(path.dirname(this.file), { recursive: true, mode: 0o700 });
      await writeJsonAtomic(this.file, record);
    } catch (error) {
      throw new StorageError(`The PIN could not be stored (${systemErrorCode(error) ?? 'unknown reason'}): data/config/pin.json cannot be written.`, {}, { cause: error });
    }
  }

  private read(): string | undefined {
    if (!this.isSet()) return undefined;
    let hash: unknown;
    try {
      const record: unknown = JSON.parse(readFileSync(this.file, 'utf8'));
      hash = typeof record === 'object' && record !== null && 'hash' in record ? record.hash : undefined;
    } catch (error) {
      throw unusable(error);
    }
    if (!isPinHash(hash)) throw unusable(undefined);
    return hash;
  }
}

function unusable(cause: unknown): StorageError {
  const code = systemErrorCode(cause);
  return new StorageError(
    `The file of the PIN (data/config/pin.json) cannot be used${code === undefined ? ': it is damaged' : ` (${code})`}. Set the PIN anew with \`jarvis pin set\`.`,
    {},
    { cause },
  );
}
