/** What is seen of a file from outside; two equal stamps mean that the content is the same. */
export interface FileStamp {
  readonly kind: 'file' | 'folder' | 'other';
  readonly inode: bigint;
  /** Bytes. */
  readonly size: number;
  readonly modifiedNs: bigint;
  readonly changedNs: bigint;
  /** False where the owner has no right to write to it. */
  readonly writable: boolean;
}

/** A file that is open for writing at chosen places. */
export interface OpenFile {
  readonly size: number;
  stamp(): FileStamp;
  /** The last byte, or undefined where the file is empty. */
  lastByte(): number | undefined;
  /** Writes all bytes at `position`. On failure part of them may have been written. */
  write(bytes: Uint8Array, position: number): Promise<void>;
  /** Resolves when what was written is on the disk itself. */
  datasync(): Promise<void>;
  truncate(size: number): void;
  close(): void;
}

/**
 * The few things that the file drivers do with files, so that a test can make any of them fail or stop at any of them.
 * All throw the system error. Looking at, opening, cutting and closing a file are synchronous: each is a system call of some
 * microseconds, while a trip to the thread pool costs a hundred and queues behind other sessions' disk flushes. What may
 * take long (flushing, reading or writing much) never is.
 */
export abstract class FileOperations {
  /** Undefined where nothing has that name. */
  abstract stamp(file: string): FileStamp | undefined;

  abstract read(file: string): Promise<Buffer>;

  /** At most `length` bytes from `position` on. */
  abstract readPart(file: string, position: number, length: number): Promise<Buffer>;

  /** Names in a folder; `[]` where there is no such folder. */
  abstract list(folder: string): Promise<string[]>;

  /** Opens for writing without touching the content; creates an empty file (and its folder) where there is none. */
  abstract open(file: string): OpenFile;

  /** Makes new, renamed and removed names in a folder survive a power cut. */
  abstract syncFolder(folder: string): Promise<void>;

  /** Replaces a file as a whole and durably: readers see the old content or the new one. */
  abstract replace(file: string, content: Uint8Array): Promise<void>;

  abstract move(from: string, to: string): Promise<void>;

  /** Removes a file, or a folder with what is in it. Nothing happens where there is none. */
  abstract remove(file: string): Promise<void>;
}
