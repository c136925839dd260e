import {
  type BigIntStats,
  closeSync,
  constants,
  fdatasync,
  fstatSync,
  fsync,
  ftruncateSync,
  mkdirSync,
  openSync,
  read,
  readSync,
  statSync,
  write,
  writeSync,
} from 'node:fs';
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { writeFileAtomic } from '../common/atomic-file.js';
import { systemErrorCode } from '../common/domain-error.js';
import { FileOperations, type FileStamp, type OpenFile } from './file-operations.js';
import { SMALL_WRITE_BYTES } from './limits.js';

const dataSync = promisify(fdatasync);
const fullSync = promisify(fsync);
const readInPool = promisify(read);
const writeInPool = promisify(write);

/** The host's file system. Files are made 0600 and folders 0700. */
export class NodeFileOperations extends FileOperations {
  override stamp(file: string): FileStamp | undefined {
    const stats = statSync(file, { bigint: true, throwIfNoEntry: false });
    return stats && toStamp(stats);
  }

  override read(file: string): Promise<Buffer> {
    return readFile(file);
  }

  override async readPart(file: string, position: number, length: number): Promise<Buffer> {
    const descriptor = openSync(file, 'r');
    try {
      // Not more than there is: a short file must not cost a long buffer.
      const size = Math.min(length, Math.max(0, fstatSync(descriptor).size - position));
      const { buffer, bytesRead } = await readInPool(descriptor, Buffer.allocUnsafe(size), 0, size, position);
      return buffer.subarray(0, bytesRead);
    } finally {
      closeSync(descriptor);
    }
  }

  override async list(folder: string): Promise<string[]> {
    try {
      return await readdir(folder);
    } catch (error) {
      if (systemErrorCode(error) === 'ENOENT') return [];
      throw error;
    }
  }

  override open(file: string): OpenFile {
    try {
      return new NodeOpenFile(file);
    } catch (error) {
      if (systemErrorCode(error) !== 'ENOENT') throw error;
      mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
      return new NodeOpenFile(file);
    }
  }

  override async syncFolder(folder: string): Promise<void> {
    const descriptor = openSync(folder, 'r');
    try {
      await fullSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  }

  override async replace(file: string, content: Uint8Array): Promise<void> {
    try {
      await writeFileAtomic(file, content);
    } catch (error) {
      if (systemErrorCode(error) !== 'ENOENT') throw error;
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
      await writeFileAtomic(file, content);
    }
  }

  override move(from: string, to: string): Promise<void> {
    return rename(from, to);
  }

  override remove(file: string): Promise<void> {
    return rm(file, { recursive: true, force: true });
  }
}

class NodeOpenFile implements OpenFile {
  private readonly descriptor: number;

  constructor(file: string) {
    this.descriptor = openSync(file, constants.O_RDWR | constants.O_CREAT, 0o600);
  }

  get size(): number {
    return fstatSync(this.descriptor).size;
  }

  stamp(): FileStamp {
    return toStamp(fstatSync(this.descriptor, { bigint: true }));
  }

  lastByte(): number | undefined {
    const size = this.size;
    const byte = Buffer.alloc(1);
    return size > 0 && readSync(this.descriptor, byte, 0, 1, size - 1) === 1 ? byte[0] : undefined;
  }

  async write(bytes: Uint8Array, position: number): Promise<void> {
    for (let done = 0; done < bytes.length; ) {
      const rest = bytes.subarray(done);
      done +=
        rest.length <= SMALL_WRITE_BYTES
          ? writeSync(this.descriptor, rest, 0, rest.length, position + done)
          : (await writeInPool(this.descriptor, rest, 0, rest.length, position + done)).bytesWritten;
    }
  }

  datasync(): Promise<void> {
    return dataSync(this.descriptor);
  }

  truncate(size: number): void {
    ftruncateSync(this.descriptor, size);
  }

  close(): void {
    closeSync(this.descriptor);
  }
}

function toStamp(stats: BigIntStats): FileStamp {
  return {
    kind: stats.isFile() ? 'file' : stats.isDirectory() ? 'folder' : 'other',
    inode: stats.ino,
    size: Number(stats.size),
    modifiedNs: stats.mtimeNs,
    changedNs: stats.ctimeNs,
    writable: (stats.mode & 0o200n) !== 0n,
  };
}

/** Whether two looks at a name saw the same content. */
export function sameStamp(one: FileStamp | undefined, other: FileStamp | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return one.inode === other.inode && one.size === other.size && one.modifiedNs === other.modifiedNs && one.changedNs === other.changedNs;
}
