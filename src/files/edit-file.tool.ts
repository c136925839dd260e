import type { ScriptTool } from '../tools/tool.js';

export const editFileTool: ScriptTool = {
  name: 'edit_file',
  description:
    'Replace one passage of a text file. "oldText" must be in the file exactly as given, blanks and line breaks included, and only once: ' +
    'read the file first and take enough of the lines around. Nothing is a pattern: both texts are taken literally. On an error the file is ' +
    'unchanged, and the error says whether the passage was not found or where it is found more than once.',
  parameters: {
    type: 'object',
    properties: {
      path: { type: 'string', description: 'File, absolute or relative to the working directory; "~" is the home.' },
      oldText: { type: 'string', description: 'The passage as it is in the file.' },
      newText: { type: 'string', description: 'What is to stand there instead; "" deletes the passage.' },
    },
    required: ['path', 'oldText', 'newText'],
  },
  run: async (args, fs, path, process, require) => {
    const { randomBytes } = require('node:crypto') as typeof import('node:crypto');
    /** Larger files are data; they are changed by programs. */
    const MAX_BYTES = 20_971_520;
    const failed = (error: string) => ({ status: 'error', error });
    const { oldText, newText } = args;
    if (typeof args.path !== 'string' || args.path === '') return failed('edit_file needs "path": the file to change.');
    if (typeof oldText !== 'string' || oldText === '') return failed('edit_file needs "oldText": the passage to replace, not empty.');
    if (typeof newText !== 'string') return failed('edit_file needs "newText": the new passage ("" deletes the old one).');
    const home = process.env.HOME ?? '';
    const file = path.resolve(args.path.startsWith('~/') ? home + args.path.slice(1) : args.path);
    const isWithin = (name: string, directory: string): boolean => name === directory || name.startsWith(directory + path.sep);
    const lineOf = (text: string, index: number): number => text.slice(0, index).split('\n').length;
    try {
      const target = fs.realpathSync.native(file);
      const { JARVIS_PROTECTED_DIRECTORY: guarded, JARVIS_WORKSPACE: workspace } = process.env;
      if (guarded && isWithin(target, fs.realpathSync.native(guarded))) {
        const isInWorkspace = workspace && fs.existsSync(workspace) && isWithin(target, fs.realpathSync.native(workspace));
        if (!isInWorkspace) return failed(`${file} was not changed: the settings of this server keep tools from changing what Jarvis itself lives on.`);
      }
      const before = fs.statSync(target);
      if (!before.isFile()) return failed(`${file} is no ordinary file.`);
      // Replacing needs rights on the directory alone; a file that was made read-only stays as it is.
      fs.accessSync(target, fs.constants.W_OK);
      if (before.size > MAX_BYTES) return failed(`${file} has ${before.size} bytes; edit_file changes files of up to ${MAX_BYTES} bytes.`);
      let text: string;
      try {
        text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await fs.promises.readFile(target));
      } catch {
        return failed(`${file} is not UTF-8 text, so it was not changed.`);
      }
      const first = text.indexOf(oldText);
      if (first === -1) {
        const hints: string[] = [];
        if (text.includes('\r\n') && !oldText.includes('\r\n') && text.replaceAll('\r\n', '\n').includes(oldText)) {
          hints.push('The file has Windows line ends (\\r\\n), and "oldText" has not.');
        } else if (text.replace(/\s+/g, ' ').includes(oldText.replace(/\s+/g, ' ').trim())) {
          hints.push('The words are there, but with other blanks or line breaks.');
        }
        return failed([`"oldText" was not found in ${file}; nothing was changed.`, ...hints, 'Read the file again and copy the passage.'].join(' '));
      }
      const lines = [lineOf(text, first)];
      for (let at = text.indexOf(oldText, first + 1); at !== -1 && lines.length < 10; at = text.indexOf(oldText, at + 1)) lines.push(lineOf(text, at));
      if (lines.length > 1) {
        return failed(`"oldText" is found more than once in ${file} (in lines ${lines.join(', ')}); nothing was changed. Add lines around it.`);
      }
      const changed = text.slice(0, first) + newText + text.slice(first + oldText.length);
      const temporary = path.join(path.dirname(target), `.${path.basename(target).slice(0, 200)}.${randomBytes(6).toString('hex')}.tmp`);
      try {
        const handle = await fs.promises.open(temporary, 'wx', before.mode & 0o7777);
        try {
          await handle.writeFile(changed);
          await handle.chmod(before.mode & 0o7777);
          if (before.uid !== process.getuid?.() || before.gid !== process.getgid?.()) await handle.chown(before.uid, before.gid);
          await handle.sync();
        } finally {
          await handle.close();
        }
        await fs.promises.rename(temporary, target);
      } catch (error) {
        await fs.promises.rm(temporary, { force: true });
        // The directory cannot be written or the file is a mount of its own: then only the file itself can be.
        if (!['EACCES', 'EPERM', 'EBUSY', 'EXDEV'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
        await fs.promises.writeFile(target, changed);
      }
      return { status: 'ok', path: file, line: lines[0] };
    } catch (error) {
      const reasons: Record<string, string> = {
        ENOENT: 'it does not exist (write_file creates files)',
        EACCES: 'permission denied',
        EPERM: 'permission denied',
        ENOSPC: 'the disk is full',
        EROFS: 'the file system is read-only',
        ENOTDIR: 'a part of the path is no directory',
      };
      return failed(`${file} was not changed: ${reasons[(error as NodeJS.ErrnoException).code ?? ''] ?? (error as Error).message}.`);
    }
  },
};
