import type { ScriptTool } from '../tools/tool.js';

export const readUserInfoTool: ScriptTool = {
  name: 'read_user_info',
  description:
    'Read all facts that are remembered about the user. The known facts are part of your instructions already; call this when the user asks ' +
    'what you know about them, or to see when a fact was saved. Each item has "key", "value" and "ts", the time at which it was saved. An ' +
    'empty list means that nothing is known yet.',
  parameters: { type: 'object', properties: {}, required: [] },
  run: async (_args, fs, path, process) => {
    const file = path.join(process.env.HOME ?? '', '.jarvis', 'data', 'user-info.json');
    try {
      const content = JSON.parse(await fs.promises.readFile(file, 'utf8')) as { items?: unknown };
      if (!Array.isArray(content?.items)) return { status: 'error', error: 'user-info.json holds no list of items: the file is damaged. Tell the user.' };
      return { status: 'ok', items: content.items };
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT') return { status: 'ok', items: [] };
      const reason = code === undefined ? 'it is not valid JSON' : code;
      return { status: 'error', error: `user-info.json cannot be read (${reason}). It is left as it is. Tell the user.` };
    }
  },
};
