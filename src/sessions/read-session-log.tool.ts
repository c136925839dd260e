import type { ScriptTool } from '../tools/tool.js';

export const readSessionLogTool: ScriptTool = {
  name: 'read_session_log',
  description:
    'Read the log of one conversation: one entry for each run, oldest first, with the user\'s message, the tool calls with their results, the ' +
    'answer, the summary ("logSummary") and how it ended ("status"). Call it to find out what was done in an earlier conversation, or why ' +
    'something failed. get_recent_sessions gives the ids. Only the newest entries are returned; "more" says that there are older ones.',
  parameters: {
    type: 'object',
    properties: {
      sessionId: { type: 'string', description: 'Id of the conversation.' },
      limit: { type: 'integer', description: 'How many of the newest entries, from 1 to 200. Default 20.' },
    },
    required: ['sessionId'],
  },
  run: async (args, fs, path, process) => {
    const MAX_LIMIT = 200;
    /** What is read from the end of a log: some hundred runs with long results. */
    const TAIL_BYTES = 16_777_216;
    const { sessionId } = args;
    if (typeof sessionId !== 'string' || !/^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/.test(sessionId)) {
      return { status: 'error', error: 'read_session_log needs "sessionId": the id of a conversation, as get_recent_sessions gives it.' };
    }
    const asked = args.limit === undefined || args.limit === null ? 20 : Number(args.limit);
    if (!Number.isFinite(asked)) return { status: 'error', error: '"limit" must be a number.' };
    const limit = Math.min(MAX_LIMIT, Math.max(1, Math.floor(asked)));
    const file = path.join(process.env.HOME ?? '', '.jarvis', 'logs', `session-${sessionId}.jsonl`);
    let handle: import('node:fs/promises').FileHandle | undefined;
    try {
      handle = await fs.promises.open(file, 'r');
      const { size } = await handle.stat();
      const start = Math.max(0, size - TAIL_BYTES);
      const bytes = Buffer.alloc(size - start);
      const { bytesRead } = await handle.read(bytes, 0, bytes.length, start);
      const lines = bytes.subarray(0, bytesRead).toString('utf8').split('\n');
      // The first line may have begun before what was read.
      if (start > 0) lines.shift();
      const entries: unknown[] = [];
      let skippedLines = 0;
      for (const line of lines) {
        if (line.trim() === '') continue;
        try {
          const entry: unknown = JSON.parse(line);
          if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) throw new Error('no entry');
          entries.push(entry);
        } catch {
          skippedLines += 1;
        }
      }
      const hasMore = start > 0 || entries.length > limit;
      return {
        status: 'ok',
        sessionId,
        entries: entries.slice(-limit),
        ...(hasMore ? { more: true } : {}),
        ...(skippedLines > 0 ? { skippedLines } : {}),
      };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
        return { status: 'error', error: `There is no log of a conversation ${sessionId}. get_recent_sessions lists the conversations.` };
      }
      return { status: 'error', error: `The log of ${sessionId} cannot be read: ${(error as Error).message}` };
    } finally {
      await handle?.close();
    }
  },
};
