import { appendFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { Injectable, Logger } from '@nestjs/common';
import { messageOf } from '../../common/domain-error.js';
import { JarvisPaths } from '../../config/jarvis-paths.js';

/** `logs/audit.jsonl`: one JSON line for each thing that somebody did or was refused, only ever appended to, one line after the other. */
@Injectable()
export class AuditFile {
  private readonly logger = new Logger('Audit');
  private writing: Promise<void> = Promise.resolve();

  constructor(private readonly paths: JarvisPaths) {}

  /** Resolves when the line is written. Never rejects: a full disk is logged and does not keep the server from answering. */
  append(entry: Readonly<Record<string, unknown>>): Promise<void> {
    const line = `${JSON.stringify(entry)}\n`;
    this.writing = this.writing
      .then(() => this.write(line))
      .catch((error: unknown) => this.logger.error(`A line of the audit log is lost: ${messageOf(error)}`));
    return this.writing;
  }

  private async write(line: string): Promise<void> {
    await mkdir(path.dirname(this.paths.auditLogFile), { recursive: true, mode: 0o700 });
    await appendFile(this.paths.auditLogFile, line, { mode: 0o600 });
  }
}
