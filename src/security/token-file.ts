import { readFileSync } from 'node:fs';
import { StorageError, systemErrorCode } from '../common/domain-error.js';
import { ABSENT, fileVersion } from './file-version.js';

/** One token at rest: never the token itself. */
export interface TokenRecord {
  id: string;
  name: string;
  scopes: readonly string[];
  /** ISO 8601, UTC. */
  createdAt: string;
  /** `$sha256$` and the base64 of SHA-256 over the whole token. */
  hash: string;
}

/** The records of the token file, read anew whenever the file changed. */
export class TokenFile {
  private version = '';
  private records: readonly TokenRecord[] = [];

  constructor(readonly path: string) {}

  /** Every record; none where there is no file. Throws StorageError where the file cannot be used: nobody gets in then. */
  read(): readonly TokenRecord[] {
    const version = this.currentVersion();
    if (version === this.version) return this.records;
    this.records = version === ABSENT ? [] : parse(this.content());
    this.version = version;
    return this.records;
  }

  private currentVersion(): string {
    try {
      return fileVersion(this.path);
    } catch (error) {
      throw unusable(error);
    }
  }

  private content(): string {
    try {
      return readFileSync(this.path, 'utf8');
    } catch (error) {
      throw unusable(error);
    }
  }
}

function parse(text: string): TokenRecord[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw unusable(error);
  }
  const tokens = isObject(value) ? value.tokens : undefined;
  if (!Array.isArray(tokens) || !tokens.every(isTokenRecord)) throw unusable(undefined);
  return tokens;
}

function isTokenRecord(value: unknown): value is TokenRecord {
  return (
    isObject(value) &&
    [value.id, value.name, value.createdAt, value.hash].every((field) => typeof field === 'string') &&
    Array.isArray(value.scopes) &&
    value.scopes.every((scope) => typeof scope === 'string')
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function unusable(cause: unknown): StorageError {
  const code = systemErrorCode(cause);
  return new StorageError(
    `The file of access tokens (data/config/tokens.json) cannot be used${code === undefined ? ': it is damaged' : ` (${code})`}. ` +
      'Mend it, or move it away and make new tokens with `jarvis token create`.',
    {},
    { cause },
  );
}
