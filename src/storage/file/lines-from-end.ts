import type { FileOperations } from '../file-operations.js';
import { LOG_CHUNK_BYTES } from '../limits.js';

const NEWLINE = 0x0a;

/** The lines of a file from the last to the first, read piece by piece from its end. What follows the last newline is a line too. */
export async function* linesFromEnd(operations: FileOperations, file: string): AsyncGenerator<string> {
  /** Pieces of the line whose start has not been found yet, in order. */
  let pieces: Buffer[] = [];
  for (let end = operations.stamp(file)?.size ?? 0; end > 0; ) {
    const start = Math.max(0, end - LOG_CHUNK_BYTES);
    let chunk = await operations.readPart(file, start, end - start);
    for (let newline = chunk.lastIndexOf(NEWLINE); newline !== -1; newline = chunk.lastIndexOf(NEWLINE)) {
      yield Buffer.concat([chunk.subarray(newline + 1), ...pieces]).toString('utf8');
      pieces = [];
      chunk = chunk.subarray(0, newline);
    }
    pieces.unshift(chunk);
    end = start;
  }
  if (pieces.length > 0) yield Buffer.concat(pieces).toString('utf8');
}
