import type { ScriptTool } from '../tools/tool.js';

export const readFileTool: ScriptTool = {
  name: 'read_file',
  description:
    'Read a text file, or a part of it. Use it instead of `cat`. "content" is the text exactly as it is in the file (so that edit_file ' +
    'finds it), from line "firstLine" to "lastLine". If there is more, "next" holds the arguments for the following part: call again with ' +
    'them. Binary files are not shown; what they are is said instead.',
  parameters: {
    type: 'object',
    properties: {
      path: { type: 'string', description: 'File, absolute or relative to the working directory; "~" is the home.' },
      offset: { type: 'integer', description: 'First line to read, counted from 1. Default 1.' },
      limit: { type: 'integer', description: 'Number of lines at most. Default 2000.' },
      column: { type: 'integer', description: 'Where to begin in the first line, counted in characters from 1: for the rest of a very long line. Default 1.' },
    },
    required: ['path'],
  },
  run: async (args, fs, path, process) => {
    /** Characters of one answer, short enough that it is never cut again on its way to the model. */
    const MAX_CHARACTERS = 20_000;
    const MAX_LINES = 2000;
    /** What is looked at to tell text from other data. */
    const SNIFF_BYTES = 8192;
    const CHUNK_BYTES = 65_536;

    const failed = (error: string) => ({ status: 'error', error });
    if (typeof args.path !== 'string' || args.path === '') return failed('read_file needs "path": the file to read.');
    const count = (value: unknown, name: string, fallback: number): number | string => {
      if (value === undefined || value === null) return fallback;
      const number = Number(value);
      return Number.isInteger(number) && number >= 1 ? number : `"${name}" must be a whole number from 1 on.`;
    };
    const offset = count(args.offset, 'offset', 1);
    const limit = count(args.limit, 'limit', MAX_LINES);
    const column = count(args.column, 'column', 1);
    if (typeof offset === 'string') return failed(offset);
    if (typeof limit === 'string') return failed(limit);
    if (typeof column === 'string') return failed(column);
    const home = process.env.HOME ?? '';
    const file = path.resolve(args.path === '~' || args.path.startsWith('~/') ? home + args.path.slice(1) : args.path);

    let handle: import('node:fs/promises').FileHandle | undefined;
    try {
      const stats = await fs.promises.stat(file);
      if (stats.isDirectory()) return failed(`${file} is a directory: list_dir lists it.`);
      // A pipe or a device may never end.
      if (!stats.isFile()) return failed(`${file} is no ordinary file but a device, pipe or socket.`);
      handle = await fs.promises.open(file, 'r');
      const sniff = Buffer.alloc(SNIFF_BYTES);
      const { bytesRead } = await handle.read(sniff, 0, SNIFF_BYTES, 0);
      if (sniff.subarray(0, bytesRead).includes(0)) {
        return failed(`${file} is a binary file of ${stats.size} bytes, no text. Use exec with \`file\`, \`strings\` or \`xxd\` to look into it.`);
      }

      const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
      const buffer = Buffer.alloc(CHUNK_BYTES);
      const pieces: string[] = [];
      let room = MAX_CHARACTERS;
      let line = 1;
      let at = 1;
      let lastLine = 0;
      let next: { path: string; offset: number; column?: number } | undefined;
      /** Takes what belongs to the answer from one piece of text. False when the answer is full. */
      const take = (text: string): boolean => {
        let start = 0;
        while (start < text.length) {
          const end = text.indexOf('\n', start);
          const stop = end === -1 ? text.length : end + 1;
          if (line >= offset) {
            if (line >= offset + limit) {
              next = { path: file, offset: line };
              return false;
            }
            const skip = line === offset ? Math.max(0, column - at) : 0;
            let part = text.slice(Math.min(start + skip, stop), stop);
            if (part.length > room) {
              part = part.slice(0, room);
              const last = part.charCodeAt(part.length - 1);
              if (last >= 0xd800 && last <= 0xdbff) part = part.slice(0, -1);
              pieces.push(part);
              lastLine = part === '' ? lastLine : line;
              const from = at + Math.min(skip, stop - start) + part.length;
              next = from === 1 ? { path: file, offset: line } : { path: file, offset: line, column: from };
              return false;
            }
            pieces.push(part);
            room -= part.length;
            lastLine = line;
          }
          at = end === -1 ? at + (stop - start) : 1;
          line += end === -1 ? 0 : 1;
          start = stop;
        }
        return true;
      };
      let isDone = false;
      for (let position = 0; !isDone; ) {
        const { bytesRead: read } = await handle.read(buffer, 0, CHUNK_BYTES, position);
        position += read;
        const text = read === 0 ? decoder.decode() : decoder.decode(buffer.subarray(0, read), { stream: true });
        isDone = !take(text) || read === 0;
      }
      const totalLines = at === 1 ? line - 1 : line;
      if (pieces.length === 0 && offset > 1 && next === undefined) return failed(`${file} has ${totalLines} lines, so there is no line ${offset}.`);
      return {
        status: 'ok',
        path: file,
        content: pieces.join(''),
        firstLine: offset,
        lastLine: Math.max(lastLine, 0),
        ...(next === undefined ? { totalLines } : { next, sizeBytes: stats.size }),
      };
    } catch (error) {
      const reasons: Record<string, string> = { ENOENT: 'it does not exist', EACCES: 'permission denied', ENOTDIR: 'a part of the path is no directory' };
      return failed(`${file} cannot be read: ${reasons[(error as NodeJS.ErrnoException).code ?? ''] ?? (error as Error).message}.`);
    } finally {
      await handle?.close();
    }
  },
};
