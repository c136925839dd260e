import type { ScriptTool } from '../tools/tool.js';

export const writeFileTool: ScriptTool = {
  name: 'write_file',
  description:
    'Write a text file: creates it, with the directories above it, or replaces its whole content. Use it for new files; to change a part ' +
    'of an existing one use edit_file. The file is replaced in one step, so nobody ever sees half of it. The answer says which absolute ' +
    'path was written, how many bytes, and whether the file is new ("created").',
  parameters: {
    type: 'object',
    properties: {
      path: { type: 'string', description: 'File, absolute or relative to the working directory; "~" is the home.' },
      content: { type: 'string', description: 'The whole text of the file.' },
    },
    required: ['path', 'content'],
  },
  run: async (args, fs, path, process, require) => {
    const { randomBytes } = require('node:crypto') as typeof import('node:crypto');
    const failed = (error: string) => ({ status: 'error', error });
    if (typeof args.path !== 'string' || args.path === '') return failed('write_file needs "path": the file to write.');
    if (typeof args.content !== 'string') return failed('write_file needs "content": the whole text of the file ("" for an empty file).');
    const home = process.env.HOME ?? '';
    const file = path.resolve(args.path.startsWith('~/') ? home + args.path.slice(1) : args.path);
    /** The path with all links followed, also where its end does not exist yet. */
    const realPath = (name: string): string => {
      try {
        return fs.realpathSync.native(name);
      } catch {
        let link: string | undefined;
        try {
          link = fs.readlinkSync(name);
        } catch {
          // No link either: it does not exist.
        }
        const parent = path.dirname(name);
        if (link !== undefined) return realPath(path.resolve(parent, link));
        return parent === name ? name : path.join(realPath(parent), path.basename(name));
      }
    };
    const isWithin = (name: string, directory: string): boolean => name === directory || name.startsWith(directory + path.sep);
    try {
      const target = realPath(file);
      const guarded = process.env.JARVIS_PROTECTED_DIRECTORY;
      if (guarded && isWithin(target, realPath(guarded)) && !isWithin(target, realPath(process.env.JARVIS_WORKSPACE ?? ''))) {
        return failed(`${file} was not written: the settings of this server keep tools from changing what Jarvis itself lives on.`);
      }
      const before = fs.statSync(target, { throwIfNoEntry: false });
      if (before?.isDirectory()) return failed(`${file} is a directory.`);
      if (before && !before.isFile()) return failed(`${file} is no ordinary file but a device, pipe or socket.`);
      // Replacing needs rights on the directory alone; a file that was made read-only stays as it is.
      if (before) fs.accessSync(target, fs.constants.W_OK);
      await fs.promises.mkdir(path.dirname(target), { recursive: true });
      const temporary = path.join(path.dirname(target), `.${path.basename(target).slice(0, 200)}.${randomBytes(6).toString('hex')}.tmp`);
      try {
        const handle = await fs.promises.open(temporary, 'wx', before ? before.mode & 0o7777 : 0o666);
        try {
          await handle.writeFile(args.content);
          if (before) {
            await handle.chmod(before.mode & 0o7777);
            if (before.uid !== process.getuid?.() || before.gid !== process.getgid?.()) await handle.chown(before.uid, before.gid);
          }
          await handle.sync();
        } finally {
          await handle.close();
        }
        await fs.promises.rename(temporary, target);
      } catch (error) {
        await fs.promises.rm(temporary, { force: true });
        // The directory cannot be written or the file is a mount of its own: then only the file itself can be.
        if (!before || !['EACCES', 'EPERM', 'EBUSY', 'EXDEV'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
        await fs.promises.writeFile(target, args.content);
      }
      return { status: 'ok', path: file, bytes: Buffer.byteLength(args.content), created: before === undefined };
    } catch (error) {
      const reasons: Record<string, string> = {
        EACCES: 'permission denied',
        EPERM: 'permission denied',
        ENOSPC: 'the disk is full',
        EROFS: 'the file system is read-only',
        ENOTDIR: 'a part of the path is no directory',
        EEXIST: 'a part of the path is no directory',
        ENAMETOOLONG: 'the name is too long',
      };
      return failed(`${file} was not written: ${reasons[(error as NodeJS.ErrnoException).code ?? ''] ?? (error as Error).message}.`);
    }
  },
};
