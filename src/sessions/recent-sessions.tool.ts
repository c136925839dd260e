import type { ScriptTool } from '../tools/tool.js';

export const recentSessionsTool: ScriptTool = {
  name: 'get_recent_sessions',
  description:
    'List the most recent conversations with this user, newest first: their ids, titles and the time of their last change ("lastTs"). Call it ' +
    'when the user refers to an earlier conversation, or to find the "sessionId" that read_session_log needs. The running conversation is ' +
    'in the list too.',
  parameters: {
    type: 'object',
    properties: { limit: { type: 'integer', description: 'How many, from 1 to 50. Default 2.' } },
    required: [],
  },
  run: async (args, fs, path, process) => {
    const MAX_LIMIT = 50;
    const TITLE_LENGTH = 80;
    /** What is read of a log to find its first summary, and of a journal to find the first message. */
    const HEAD_BYTES = 1_048_576;
    const asked = args.limit === undefined || args.limit === null ? 2 : Number(args.limit);
    if (!Number.isFinite(asked)) return { status: 'error', error: '"limit" must be a number.' };
    const limit = Math.min(MAX_LIMIT, Math.max(1, Math.floor(asked)));
    const base = path.join(process.env.HOME ?? '', '.jarvis');
    const folder = path.join(base, 'data', 'conversations');

    const short = (text: string): string => {
      const line = text.replace(/\s+/g, ' ').trim();
      const characters = [...line];
      return characters.length <= TITLE_LENGTH ? line : `${characters.slice(0, TITLE_LENGTH - 1).join('').trimEnd()}…`;
    };
    const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value.trim() !== '' ? short(value) : undefined);
    /** The objects in the first lines of a file; a bad line says nothing about the others. */
    const headOf = async (file: string): Promise<Record<string, unknown>[]> => {
      const handle = await fs.promises.open(file, 'r').catch(() => undefined);
      if (!handle) return [];
      try {
        const head = Buffer.alloc(HEAD_BYTES);
        const { bytesRead } = await handle.read(head, 0, HEAD_BYTES, 0);
        return head.subarray(0, bytesRead).toString('utf8').split('\n').flatMap((line) => {
          try {
            const value: unknown = JSON.parse(line);
            return typeof value === 'object' && value !== null ? [value as Record<string, unknown>] : [];
          } catch {
            return [];
          }
        });
      } finally {
        await handle.close();
      }
    };
    const firstSummary = async (id: string): Promise<string | undefined> =>
      (await headOf(path.join(base, 'logs', `session-${id}.jsonl`))).map((entry) => textOf(entry.logSummary)).find((summary) => summary !== undefined);
    const describe = async (id: string, changedMs: number) => {
      let content: { metadata?: Record<string, unknown>; messages?: { role?: unknown; content?: unknown }[] } = {};
      try {
        content = (JSON.parse(await fs.promises.readFile(path.join(folder, `${id}.json`), 'utf8')) ?? {}) as typeof content;
      } catch {
        // Just begun, or damaged: it is a session all the same.
      }
      // What was stored since the file was last written: all of it, where the session has just begun.
      const journal = await headOf(path.join(folder, `${id}.journal`));
      const metadata = Object.assign({}, content.metadata, ...journal.map((entry) => (entry.type === 'metadata' ? entry.set : {}))) as Record<string, unknown>;
      const messages = [content.messages, ...journal.map((entry) => entry.messages)].flat() as ({ role?: unknown; content?: unknown } | undefined)[];
      const asked = messages.find((message) => message?.role === 'user')?.content;
      const title = textOf(metadata.name) ?? (await firstSummary(id)) ?? textOf(asked) ?? '(no title yet)';
      const updated = typeof metadata.updatedAt === 'string' ? Date.parse(metadata.updatedAt) : NaN;
      const lastMs = Math.floor(Number.isNaN(updated) ? changedMs : Math.max(updated, changedMs));
      const lastTs = new Date(lastMs).toISOString();
      return { sessionId: id, title, lastTs, timestampMs: lastMs, timestampUtc: lastTs };
    };

    let names: string[];
    try {
      names = await fs.promises.readdir(folder);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { status: 'ok', sessions: [] };
      return { status: 'error', error: `The conversations cannot be listed: ${(error as Error).message}` };
    }
    const changed = new Map<string, number>();
    for (const name of names) {
      const id = /^([A-Za-z0-9][A-Za-z0-9._-]{0,127})\.(?:json|journal)$/.exec(name)?.[1];
      const stats = id === undefined ? undefined : fs.statSync(path.join(folder, name), { throwIfNoEntry: false });
      if (id !== undefined && stats?.isFile()) changed.set(id, Math.max(stats.mtimeMs, changed.get(id) ?? 0));
    }
    const newest = [...changed].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, limit);
    return { status: 'ok', sessions: await Promise.all(newest.map(([id, changedMs]) => describe(id, changedMs))) };
  },
};
