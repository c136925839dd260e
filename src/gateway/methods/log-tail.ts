import { open } from 'node:fs/promises';
import path from 'node:path';
import { systemErrorCode } from '../../common/domain-error.js';
import type { LogsTailResult } from '../protocol/schemas/system.js';

/** What to read of a log. */
export interface TailRequest {
  /** Where the last reading ended, in bytes. */
  cursor?: number;
  limit: number;
  maxBytes: number;
}

/** The end of a log file, or what was added since the last reading. A line that is still being written is left for the next one. */
export async function tailLog(file: string, { cursor, limit, maxBytes }: TailRequest): Promise<LogsTailResult> {
  const name = path.basename(file);
  const handle = await openIfThere(file);
  if (handle === undefined) return { file: name, cursor: 0, size: 0, lines: [], ...(cursor ? { reset: true } : {}) };
  try {
    const { size } = await handle.stat();
    const isContinued = cursor !== undefined && cursor <= size && size - cursor <= maxBytes;
    const start = isContinued ? cursor : Math.max(0, size - maxBytes);
    const buffer = Buffer.alloc(size - start);
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, start);
    const whole = buffer.subarray(0, bytesRead);
    const end = whole.lastIndexOf('\n') + 1;
    const lines = whole.subarray(0, end).toString('utf8').split('\n').slice(0, -1);
    // The first line may have begun before.
    if (!isContinued && start > 0) lines.shift();
    const isTruncated = lines.length > limit || (!isContinued && start > 0);
    return {
      file: name,
      cursor: start + end,
      size,
      lines: lines.slice(-limit),
      ...(isTruncated ? { truncated: true } : {}),
      ...(cursor !== undefined && !isContinued ? { reset: true } : {}),
    };
  } finally {
    await handle.close();
  }
}

async function openIfThere(file: string) {
  try {
    return await open(file, 'r');
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
