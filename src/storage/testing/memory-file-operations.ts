import path from 'node:path';
import { FileOperations, type FileStamp, type OpenFile } from '../file-operations.js';

/** What a file operation throws when the process is meant to have died. */
export class ProcessDied extends Error {}

interface MemoryFile {
  inode: bigint;
  content: Buffer;
  /** What would be left of the content after a power cut. */
  flushed: Buffer;
  changes: bigint;
}

/** How the process dies. */
export interface Death {
  /** File operations that still happen. */
  after: number;
  /** Bytes of the write in whose middle it dies. */
  writtenBytes: number;
}

/**
 * A disk in memory, for tests that stop a process at any file operation and look at what is left: either of the process (what
 * was written is there) or of the power (only what was flushed is there, and only names that were flushed).
 */
export class MemoryFileOperations extends FileOperations {
  private names = new Map<string, MemoryFile>();
  private flushedNames = new Map<string, MemoryFile>();
  private inodes = 0n;
  private clock = 0n;
  private done = 0;

  /** Operations that change something, so far. */
  get count(): number {
    return this.done;
  }

  constructor(private readonly death?: Death) {
    super();
  }

  /** The disk as the next process finds it. After a power cut, `luckyBytes` of what was appended unflushed are there all the same. */
  restart(cause: 'process' | 'power', death?: Death, luckyBytes = 0): MemoryFileOperations {
    const next = new MemoryFileOperations(death);
    next.inodes = this.inodes;
    next.clock = this.clock;
    for (const [name, file] of cause === 'process' ? this.names : this.flushedNames) {
      const content = cause === 'process' ? file.content : file.content.subarray(0, file.flushed.length + luckyBytes);
      const copy = { ...file, content, flushed: content };
      next.names.set(name, copy);
      next.flushedNames.set(name, copy);
    }
    return next;
  }

  contentOf(name: string): string | undefined {
    return this.names.get(name)?.content.toString('utf8');
  }

  /** What a person or another program does, at no risk. */
  put(name: string, content: string | Buffer): void {
    const file = this.create(Buffer.from(content));
    file.flushed = file.content;
    this.names.set(name, file);
    this.flushedNames.set(name, file);
  }

  override stamp(file: string): FileStamp | undefined {
    const found = this.names.get(file);
    return found && stampOf(found);
  }

  override async read(file: string): Promise<Buffer> {
    return Buffer.from(this.get(file).content);
  }

  override async readPart(file: string, position: number, length: number): Promise<Buffer> {
    return Buffer.from(this.get(file).content.subarray(position, position + length));
  }

  override async list(folder: string): Promise<string[]> {
    return [...this.names.keys()].filter((name) => path.dirname(name) === folder).map((name) => path.basename(name));
  }

  override open(name: string): OpenFile {
    let file = this.names.get(name);
    if (!file) {
      this.step();
      file = this.create(Buffer.alloc(0));
      this.names.set(name, file);
    }
    return this.handle(file);
  }

  override async syncFolder(folder: string): Promise<void> {
    this.step();
    for (const name of new Set([...this.names.keys(), ...this.flushedNames.keys()])) {
      if (path.dirname(name) !== folder) continue;
      const file = this.names.get(name);
      if (file) this.flushedNames.set(name, file);
      else this.flushedNames.delete(name);
    }
  }

  override async replace(name: string, content: Uint8Array): Promise<void> {
    const temporary = `${name}.1.0123456789ab.tmp`;
    this.step();
    const file = this.create(Buffer.alloc(0));
    this.names.set(temporary, file);
    await this.handle(file).write(content, 0);
    this.step();
    file.flushed = file.content;
    this.step();
    this.names.delete(temporary);
    this.names.set(name, file);
    await this.syncFolder(path.dirname(name));
  }

  override async move(from: string, to: string): Promise<void> {
    const file = this.get(from);
    this.step();
    this.names.delete(from);
    this.names.set(to, file);
  }

  override async remove(name: string): Promise<void> {
    this.step();
    this.names.delete(name);
  }

  private handle(file: MemoryFile): OpenFile {
    const change = (content: Buffer): void => {
      file.content = content;
      file.changes = this.clock += 1n;
    };
    return {
      get size() {
        return file.content.length;
      },
      stamp: () => stampOf(file),
      lastByte: () => file.content.at(-1),
      write: async (bytes, position) => {
        const dies = this.death !== undefined && this.done >= this.death.after;
        const part = dies ? bytes.subarray(0, this.death?.writtenBytes) : bytes;
        const before = file.content.subarray(0, position);
        const after = file.content.subarray(position + part.length);
        if (!dies || this.done === this.death?.after) change(Buffer.concat([before, part, after]));
        this.step();
      },
      datasync: async () => {
        this.step();
        file.flushed = file.content;
      },
      truncate: (size) => {
        this.step();
        change(file.content.subarray(0, size));
      },
      close: () => undefined,
    };
  }

  private create(content: Buffer): MemoryFile {
    this.inodes += 1n;
    this.clock += 1n;
    return { inode: this.inodes, content, flushed: Buffer.alloc(0), changes: this.clock };
  }

  private get(name: string): MemoryFile {
    const file = this.names.get(name);
    if (!file) throw Object.assign(new Error(`no such file: ${name}`), { code: 'ENOENT' });
    return file;
  }

  private step(): void {
    if (this.death && this.done >= this.death.after) {
      this.done += 1;
      throw new ProcessDied('The process died.');
    }
    this.done += 1;
  }
}

function stampOf(file: MemoryFile): FileStamp {
  const { inode, changes } = file;
  return { kind: 'file', inode, size: file.content.length, modifiedNs: changes, changedNs: changes, writable: true };
}
