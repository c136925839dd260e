import { randomBytes } from 'node:crypto';
import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';
import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../common/clock.js';
import { messageOf } from '../../common/domain-error.js';
import { packageVersion } from '../../common/package-root.js';
import { ellipsize } from '../../common/text.js';
import { JarvisPaths } from '../../config/jarvis-paths.js';
import { MAX_INCIDENT_CHARACTERS, MAX_INCIDENT_FILE_BYTES } from '../limits.js';
import { SecretRedactor } from '../secret-redactor.js';
import type { Incident } from './incident.js';

/** Where an incident happened and to whom. */
export interface IncidentContext {
  where: string;
  ip?: string | undefined;
  role?: string | undefined;
}

/**
 * Failures that nobody expected, one JSON line each in `logs/incidents.jsonl`, found again by the key that the caller was told. Without secrets.
 * The file is put aside when it is large, and the one put aside before goes.
 */
@Injectable()
export class IncidentLog {
  private readonly logger = new Logger('Incident');
  private readonly keys = new WeakMap<object, string>();

  constructor(
    private readonly paths: JarvisPaths,
    private readonly redactor: SecretRedactor,
    private readonly clock: Clock,
  ) {}

  /**
   * Writes a failure down and returns its key; the same key for the same error, whoever meets it. The line is written before the key is given
   * out. Never throws: where the disk is the failure, server.log has it.
   */
  record(error: unknown, { where, ip, role }: IncidentContext): string {
    const known = typeof error === 'object' && error !== null ? this.keys.get(error) : undefined;
    if (known !== undefined) return known;
    const now = this.clock.now();
    const key = keyAt(now);
    if (typeof error === 'object' && error !== null) this.keys.set(error, key);
    const text = this.redactor.redact(describe(error));
    this.logger.error(`${key} ${this.redactor.redact(where)}: ${text}`);
    this.append({
      key,
      ts: now.toISOString(),
      where: this.redactor.redact(where),
      ...(ip === undefined ? {} : { ip }),
      ...(role === undefined ? {} : { role }),
      error: ellipsize(text, MAX_INCIDENT_CHARACTERS),
      version: packageVersion,
      node: process.version,
      platform: process.platform,
      pid: process.pid,
    });
    return key;
  }

  private append(incident: Incident): void {
    const file = this.paths.incidentsFile;
    try {
      mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
      const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
      if (size > MAX_INCIDENT_FILE_BYTES) renameSync(file, earlierFile(file));
      appendFileSync(file, `${JSON.stringify(incident)}\n`, { mode: 0o600 });
    } catch (error) {
      this.logger.error(`The incident ${incident.key} could not be written to incidents.jsonl: ${messageOf(error)}`);
    }
  }
}

/** Where the incidents before the newest ones lie. */
export function earlierFile(file: string): string {
  return file.replace(/\.jsonl$/, '.1.jsonl');
}

function keyAt(now: Date): string {
  const [day = '', time = ''] = now.toISOString().split('T');
  return `INC-${day.replaceAll('-', '')}-${time.slice(0, 8).replaceAll(':', '')}-${randomBytes(4).toString('hex').toUpperCase()}`;
}

/** Message and stack, and those of the causes. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? '' : `\ncaused by: ${describe(error.cause)}`;
  return `${error.stack ?? error.message}${cause}`;
}
