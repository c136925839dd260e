import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Clock } from '../common/clock.js';
import { writeJsonAtomic } from '../common/atomic-file.js';
import { InvalidInputError, NotFoundError } from '../common/domain-error.js';
import type { Lock } from '../storage/lock.js';
import { MAX_TOKENS, MAX_TOKEN_NAME_LENGTH, MAX_TOKEN_SCOPES } from './limits.js';
import { TokenFile, type TokenRecord } from './token-file.js';
import { TokenUsage } from './token-usage.js';

/** The scope that makes the bearer the owner. A token that is made without scopes has it. */
export const ADMIN_SCOPE = 'admin';

/** The scope of the OpenAI-compatible API. */
export const COMPLETIONS_SCOPE = 'completions';

/** A token as people see it: everything but the secret. Times are ISO 8601, UTC. */
export interface AccessToken {
  id: string;
  name: string;
  scopes: readonly string[];
  createdAt: string;
  /** To the minute; absent while it was never used. */
  lastUsedAt?: string;
}

/** A new token. `token` is shown this once and cannot be read again. */
export interface CreatedToken extends AccessToken {
  token: string;
}

const TOKEN = /^jrv_([0-9a-f]{12})_[A-Za-z0-9_-]{43}$/;
const SCOPE = /^[a-z][a-z0-9.-]{0,63}$/;
const LOCK_NAME = 'access-tokens';
const NO_HASH = hashOf('');

/**
 * Access tokens, `jrv_<id>_<secret>`, kept as hashes in one file (0600). What any process changes holds in all of them
 * at once, since the file is looked at on each use. The secret has 256 random bits, so a plain SHA-256 cannot be
 * guessed backwards.
 */
export class TokenStore {
  private readonly tokens: TokenFile;
  private readonly usage: TokenUsage;
  private changing: Promise<unknown> = Promise.resolve();

  /**
   * @param file where the hashes lie (JarvisPaths.tokensFile); needs not exist
   * @param lock needed where several processes create or revoke at the same moment; reading needs none
   */
  constructor(
    file: string,
    private readonly clock: Clock,
    private readonly lock?: Lock,
  ) {
    this.tokens = new TokenFile(file);
    this.usage = new TokenUsage(path.join(path.dirname(file), 'tokens-last-used.json'), clock);
  }

  /**
   * Makes a token. It is the owner's unless scopes are named (`completions`, `operator.read` ...).
   * Throws InvalidInputError for a name or scope that breaks the rules, StorageError where the file cannot be used.
   */
  async create(request: { name: string; scopes?: readonly string[] }): Promise<CreatedToken> {
    const name = validName(request.name);
    const scopes = validScopes(request.scopes ?? []);
    const id = randomBytes(6).toString('hex');
    const token = `jrv_${id}_${randomBytes(32).toString('base64url')}`;
    const shown = { id, name, scopes, createdAt: this.clock.now().toISOString() };
    await this.change((records) => {
      if (records.length >= MAX_TOKENS) {
        throw new InvalidInputError(`There are already ${MAX_TOKENS} tokens. Revoke one that is no longer used.`);
      }
      return [...records, { ...shown, hash: hashOf(token) }];
    });
    return { ...shown, token };
  }

  /** Every token, oldest first. Throws StorageError where the file cannot be used. */
  list(): AccessToken[] {
    const used = this.usage.read();
    return this.tokens.read().map((record) => describe(record, used[record.id]));
  }

  /** Ends a token at once, also on a running server. Throws NotFoundError for an id that does not exist. */
  async revoke(id: string): Promise<void> {
    await this.change((records) => {
      const kept = records.filter((record) => record.id !== id);
      if (kept.length === records.length) {
        throw new NotFoundError('There is no token with this id. `jarvis token list` shows the ids.');
      }
      return kept;
    });
    this.usage.keepOnly(this.tokens.read().map((record) => record.id));
    await this.usage.flush();
  }

  /**
   * The token that a bearer presents, or undefined. Takes the same time for a wrong secret as for a right one.
   * Throws StorageError where the file cannot be used.
   */
  verify(presented: string): AccessToken | undefined {
    const id = TOKEN.exec(presented)?.[1];
    const record = this.tokens.read().find((candidate) => candidate.id === id);
    const matches = equalInConstantTime(hashOf(presented), record?.hash ?? NO_HASH);
    if (record === undefined || !matches) return undefined;
    this.usage.note(record.id);
    return describe(record, undefined);
  }

  /** Whether any token exists: without one nobody but a local client could get in. */
  hasAny(): boolean {
    return this.tokens.read().length > 0;
  }

  /** Resolves when the times of last use are on disk. */
  flush(): Promise<void> {
    return this.usage.flush();
  }

  private change(next: (records: readonly TokenRecord[]) => readonly TokenRecord[]): Promise<void> {
    const changed = this.changing.then(() => this.changeNow(next));
    this.changing = changed.catch(() => undefined);
    return changed;
  }

  private async changeNow(next: (records: readonly TokenRecord[]) => readonly TokenRecord[]): Promise<void> {
    const lease = await this.lock?.acquire(LOCK_NAME);
    try {
      const tokens = next(this.tokens.read());
      await mkdir(path.dirname(this.tokens.path), { recursive: true, mode: 0o700 });
      await writeJsonAtomic(this.tokens.path, { tokens });
    } finally {
      lease?.release();
    }
  }
}

function describe(record: TokenRecord, lastUsedAt: string | undefined): AccessToken {
  const { id, name, scopes, createdAt } = record;
  return { id, name, scopes, createdAt, ...(lastUsedAt === undefined ? {} : { lastUsedAt }) };
}

function validName(name: string): string {
  const trimmed = name.trim();
  if (trimmed === '' || trimmed.length > MAX_TOKEN_NAME_LENGTH || /[\u0000-\u001f\u007f]/.test(trimmed)) {
    throw new InvalidInputError(`A token's name has 1 to ${MAX_TOKEN_NAME_LENGTH} characters on one line.`, { field: 'name' });
  }
  return trimmed;
}

function validScopes(scopes: readonly string[]): string[] {
  const bad = scopes.find((scope) => !SCOPE.test(scope));
  if (bad !== undefined || scopes.length > MAX_TOKEN_SCOPES) {
    throw new InvalidInputError(
      `Scopes are up to ${MAX_TOKEN_SCOPES} words of lower-case letters, digits, dots and hyphens, such as \`completions\`.`,
      { field: 'scopes' },
    );
  }
  return scopes.length === 0 ? [ADMIN_SCOPE] : [...new Set(scopes)];
}

function hashOf(token: string): string {
  return `$sha256$${createHash('sha256').update(token, 'utf8').digest('base64')}`;
}

function equalInConstantTime(a: string, b: string): boolean {
  const left = Buffer.from(a, 'utf8');
  const right = Buffer.from(b, 'utf8');
  return left.length === right.length && timingSafeEqual(left, right);
}
