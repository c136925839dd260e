import path from 'node:path';
import { Logger } from '@nestjs/common';
import { messageOf } from '../../common/domain-error.js';
import type { FileOperations, FileStamp, OpenFile } from '../file-operations.js';
import { LOG_HEAD_BYTES, MAX_CACHED_ROWS } from '../limits.js';
import { sameStamp } from '../node-file-operations.js';
import { type LogPage, SessionLogStore } from '../session-log-store.js';
import { toStorageError } from '../storage-failure.js';
import { isObject } from './conversation-salvage.js';
import { linesFromEnd } from './lines-from-end.js';

const NEWLINE = 0x0a;

type LogEntry = Readonly<Record<string, unknown>>;

/** One JSON line for each entry in `<folder>/session-<id>.jsonl`, as the original wrote it. */
export class FileSessionLogStore extends SessionLogStore {
  private readonly logger = new Logger('Storage');
  /** A summary that was found stays the first one; that there is none holds until the file changes. */
  private readonly summaries = new Map<string, { summary?: string; stamp?: FileStamp }>();

  constructor(
    private readonly folder: string,
    private readonly operations: FileOperations,
  ) {
    super();
  }

  override append(id: string, entry: object): Promise<void> {
    return this.guard(id, 'written', async () => {
      const isNew = !this.operations.stamp(this.file(id));
      const file = this.operations.open(this.file(id));
      const end = file.size;
      try {
        // A line that a crash cut short must not swallow this one.
        const separator = end > 0 && file.lastByte() !== NEWLINE ? '\n' : '';
        await file.write(Buffer.from(`${separator}${JSON.stringify(entry)}\n`), end);
      } catch (error) {
        takeBack(file, end);
        throw error;
      }
      void this.flush(id, file, isNew);
    });
  }

  /** An answer does not wait for it: what a power cut would take of the log stands in the conversation, which is flushed. */
  private async flush(id: string, file: OpenFile, isNew: boolean): Promise<void> {
    try {
      await Promise.all([file.datasync(), isNew ? this.operations.syncFolder(this.folder) : undefined]);
    } catch (error) {
      this.logger.warn(`The log of session ${id} could not be flushed: ${messageOf(error)}`);
    } finally {
      file.close();
    }
  }

  override latest(id: string, { limit, before }: { limit: number; before?: string }): Promise<LogPage> {
    return this.guard(id, 'read', async () => {
      const file = this.file(id);
      const entries: LogEntry[] = [];
      let skippedLines = 0;
      if (this.operations.stamp(file)) {
        for await (const line of linesFromEnd(this.operations, file)) {
          if (line.trim() === '') continue;
          const entry = parseEntry(line);
          if (!entry) skippedLines += 1;
          else if (before === undefined || instantOf(entry) < before) {
            if (entries.length >= limit && !sharesInstant(entry, entries.at(-1))) break;
            entries.push(entry);
          }
        }
      }
      return { entries: entries.reverse(), skippedLines };
    });
  }

  override firstSummary(id: string): Promise<string | undefined> {
    return this.guard(id, 'read', async () => {
      const known = this.summaries.get(id);
      if (known?.summary !== undefined) return known.summary;
      const file = this.file(id);
      const stamp = this.operations.stamp(file);
      if (stamp?.kind !== 'file') return undefined;
      if (known && sameStamp(known.stamp, stamp)) return undefined;
      const summary = await this.readFirstSummary(file, stamp);
      if (this.summaries.size >= MAX_CACHED_ROWS) this.summaries.clear();
      this.summaries.set(id, summary === undefined ? { stamp } : { summary });
      return summary;
    });
  }

  override remove(id: string): Promise<boolean> {
    return this.guard(id, 'removed', async () => {
      this.summaries.delete(id);
      const file = this.file(id);
      if (!this.operations.stamp(file)) return false;
      await this.operations.remove(file);
      await this.operations.syncFolder(this.folder);
      return true;
    });
  }

  private async readFirstSummary(file: string, stamp: FileStamp): Promise<string | undefined> {
    for (let length = 16 * 1024; ; length *= 4) {
      const head = await this.operations.readPart(file, 0, Math.min(length, LOG_HEAD_BYTES));
      const whole = head.subarray(0, head.lastIndexOf(NEWLINE) + 1).toString('utf8');
      for (const line of whole.split('\n')) {
        const summary = parseEntry(line)?.['logSummary'];
        if (typeof summary === 'string' && summary.trim() !== '') return summary;
      }
      if (length >= LOG_HEAD_BYTES || length >= stamp.size) return undefined;
    }
  }

  private file(id: string): string {
    return path.join(this.folder, `session-${id}.jsonl`);
  }

  private async guard<T>(id: string, verb: string, action: () => Promise<T>): Promise<T> {
    try {
      return await action();
    } catch (error) {
      throw toStorageError(error, `The log of session ${id} could not be ${verb}`, id);
    }
  }
}

/** Half a line that stays is skipped by whoever reads, and the next entry begins a new one. */
function takeBack(file: OpenFile, end: number): void {
  try {
    file.truncate(end);
  } catch {
    // The failure to write is what the caller has to hear of.
  }
  file.close();
}

function parseEntry(line: string): LogEntry | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function instantOf(entry: LogEntry | undefined): string {
  const instant = entry?.['ts'];
  return typeof instant === 'string' ? instant : '';
}

function sharesInstant(entry: LogEntry, other: LogEntry | undefined): boolean {
  return instantOf(entry) !== '' && instantOf(entry) === instantOf(other);
}
