import { open, stat } from 'node:fs/promises';
import { StringDecoder } from 'node:string_decoder';
import type { Clock } from '../../common/clock.js';
import { systemErrorCode } from '../../common/domain-error.js';
import { LOG_POLL_MS, MAX_LOG_TAIL_BYTES } from '../limits.js';

/** Bytes in a file; 0 where there is none. */
export async function sizeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return 0;
    throw error;
  }
}

/** The end of a file as text, at most MAX_LOG_TAIL_BYTES and nothing before byte `from`; empty where there is no file. */
export async function readTail(file: string, from = 0): Promise<string> {
  const size = await sizeOf(file);
  // A file that is shorter than it was has been begun anew.
  const start = Math.max(size < from ? 0 : from, size - MAX_LOG_TAIL_BYTES);
  return (await readBytes(file, start, size)).toString('utf8');
}

/** The last lines of a file, at most `count`, nothing before byte `from`. */
export async function lastLines(file: string, count: number, from = 0): Promise<string[]> {
  if (count <= 0) return [];
  const lines = (await readTail(file, from)).split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines.slice(-count);
}

/** Hands over what is appended to a file from byte `from` on, until `signal` aborts. Survives that the file is begun anew. */
export async function follow(file: string, from: number, write: (text: string) => void, clock: Clock, signal: AbortSignal): Promise<void> {
  const decoder = new StringDecoder('utf8');
  let position = from;
  while (!signal.aborted) {
    const size = await sizeOf(file);
    if (size < position) position = 0;
    if (size > position) {
      write(decoder.write(await readBytes(file, position, size)));
      position = size;
    }
    await clock.sleep(LOG_POLL_MS, signal).catch(() => undefined);
  }
}

async function readBytes(file: string, start: number, end: number): Promise<Buffer> {
  if (end <= start) return Buffer.alloc(0);
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(end - start), 0, end - start, start);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
