import { StorageError } from '../../common/domain-error.js';
import type { OpenFile } from '../file-operations.js';

interface Pending {
  readonly text: string;
  /** Runs at once when it is decided: the text is in the file, or it is not. */
  readonly decided: (written: boolean) => void;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
  isWritten: boolean;
}

/**
 * Writes lines at the end of a journal. What is asked for at once, or while the disk is still busy, shares one write and one
 * flush. A write that fails is taken back, so that no half line stays. After a flush that failed nothing more is written: what the
 * caller took for written is not there.
 */
export class JournalWriter {
  private waiting: Pending[] = [];
  private flushing: Promise<void> | undefined;
  private broken = false;
  private ahead = false;

  /**
   * @param end where the next line begins
   * @param header what a file that is still empty begins with; asked for when it is written
   * @param syncName makes the file's name survive a power cut; given where the file is new
   */
  constructor(
    private readonly file: OpenFile,
    private end: number,
    private readonly header: () => string,
    private syncName: (() => Promise<void>) | undefined,
  ) {
    if (file.size > end) file.truncate(end);
  }

  /** Bytes of whole, acknowledged lines. */
  get bytes(): number {
    return this.end;
  }

  /** A flush failed after its lines had been called written. */
  get isAhead(): boolean {
    return this.ahead;
  }

  /**
   * Resolves when the lines are on disk, where a power cut leaves them. On failure they are not, and neither is what was asked for after
   * them. `decided` runs before that: when they are written, where the death of the process leaves them, or are not.
   */
  write(text: string, decided: (written: boolean) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ text, decided, resolve, reject, isWritten: false });
      this.flushing ??= this.flush();
    });
  }

  /** Writes lines that a power cut may lose. */
  async writeUnflushed(text: string): Promise<void> {
    await this.flushing;
    const bytes = Buffer.from(text);
    await this.attempt(() => this.file.write(bytes, this.end));
    this.end += bytes.length;
  }

  /** Resolves when nothing is being written any more. */
  async idle(): Promise<void> {
    while (this.flushing) await this.flushing;
  }

  private async flush(): Promise<void> {
    // Whatever the caller asks for in the same breath comes along.
    await Promise.resolve();
    while (this.waiting.length > 0) {
      const batch = this.waiting;
      this.waiting = [];
      try {
        await this.store(batch);
      } catch (error) {
        const lost = [...batch, ...this.waiting.splice(0)];
        for (const pending of lost) if (!pending.isWritten) pending.decided(false);
        for (const pending of lost) pending.reject(error);
        continue;
      }
      for (const pending of batch) pending.resolve();
    }
    this.flushing = undefined;
  }

  private async store(batch: readonly Pending[]): Promise<void> {
    const text = batch.map((pending) => pending.text).join('');
    const bytes = Buffer.from(this.end === 0 ? this.header() + text : text);
    await this.attempt(async () => {
      await this.file.write(bytes, this.end);
      const flushed = Promise.all([this.file.datasync(), this.syncName?.()]);
      for (const pending of batch) {
        pending.isWritten = true;
        pending.decided(true);
      }
      try {
        await flushed;
      } catch (error) {
        this.broken = this.ahead = true;
        throw error;
      }
    });
    this.end += bytes.length;
    this.syncName = undefined;
  }

  private async attempt(action: () => Promise<void>): Promise<void> {
    if (this.broken) throw new StorageError('Nothing more can be stored in this turn, since an earlier write failed. Send the message again.');
    try {
      await action();
    } catch (error) {
      this.takeBack();
      throw error;
    }
  }

  private takeBack(): void {
    try {
      this.file.truncate(this.end);
    } catch {
      // Half a line may stand at the end now. Nothing may follow it; who opens the journal next cuts it off.
      this.broken = true;
    }
  }
}
