import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { InvalidInputError } from '../common/domain-error.js';

/**
 * Where everything lies: `~/.jarvis`, decided by HOME alone (docs/setup.md: there is no override variable).
 * Directories are 0700 and files 0600, since conversations and keys are the owner's alone.
 */
export class JarvisPaths {
  readonly base: string;

  /** Throws InvalidInputError where HOME is no absolute path: then everything would lie wherever the server was started. */
  constructor(readonly home: string = homedir()) {
    if (!path.isAbsolute(home)) throw new InvalidInputError(`HOME is "${home}": it must be an absolute path, since everything is kept below it.`);
    this.base = path.join(home, '.jarvis');
  }

  get environmentFile(): string {
    return path.join(this.base, '.env');
  }

  get data(): string {
    return path.join(this.base, 'data');
  }

  get settingsFile(): string {
    return path.join(this.data, 'config', 'settings.json');
  }

  get conversations(): string {
    return path.join(this.data, 'conversations');
  }

  get toolsFile(): string {
    return path.join(this.data, 'tools', 'tools.json');
  }

  get userInfoFile(): string {
    return path.join(this.data, 'user-info.json');
  }

  /** The database: memories and whatever else is no file for people to read. */
  get databaseFile(): string {
    return path.join(this.data, 'jarvis.db');
  }

  /** Lock files; empty, and harmless to delete while no server runs. */
  get locks(): string {
    return path.join(this.data, 'locks');
  }

  /** Answers that were given under an Idempotency-Key, one file each. */
  get idempotency(): string {
    return path.join(this.data, 'idempotency');
  }

  /** Tool results that were too long for the model's context, kept whole, one folder per session. */
  get toolOutputs(): string {
    return path.join(this.data, 'tool-outputs');
  }

  /** The owner's hooks, one folder for each event. */
  get hooks(): string {
    return path.join(this.data, 'hooks');
  }

  /** Hashes of access tokens. */
  get tokensFile(): string {
    return path.join(this.data, 'config', 'tokens.json');
  }

  /** Hash of the owner's PIN. */
  get pinFile(): string {
    return path.join(this.data, 'config', 'pin.json');
  }

  /** What the owner's own programs on this machine show to the server; made at each start. */
  get localTokenFile(): string {
    return path.join(this.data, 'config', 'local-token');
  }

  get logs(): string {
    return path.join(this.base, 'logs');
  }

  get serverLogFile(): string {
    return path.join(this.logs, 'server.log');
  }

  /** Failures that nobody expected, by the key that the caller was told. */
  get incidentsFile(): string {
    return path.join(this.logs, 'incidents.jsonl');
  }

  get auditLogFile(): string {
    return path.join(this.logs, 'audit.jsonl');
  }

  /**
   * Creates every directory that the server writes into, and takes away what others may do in those that are there.
   * Throws the system error where that is impossible.
   */
  createDirectories(): void {
    const directories = [
      this.base,
      this.data,
      path.dirname(this.settingsFile),
      this.conversations,
      path.dirname(this.toolsFile),
      this.locks,
      this.idempotency,
      this.toolOutputs,
      this.logs,
    ];
    for (const directory of directories) {
      mkdirSync(directory, { recursive: true, mode: 0o700 });
      if ((statSync(directory).mode & 0o077) !== 0) chmodSync(directory, 0o700);
    }
  }
}
