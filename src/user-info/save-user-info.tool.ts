import type { ScriptTool } from '../tools/tool.js';

export const saveUserInfoTool: ScriptTool = {
  name: 'save_user_info',
  description:
    'Remember facts about the user for all later conversations (name, time zone, preferences, plans). Call it as soon as the user tells ' +
    'something about themselves that will matter again. Each fact has a short key; a fact with a key that exists replaces the old one. ' +
    '"saved" is the number of facts that were stored.',
  parameters: {
    type: 'object',
    properties: {
      items: {
        type: 'array',
        description: 'The facts.',
        items: {
          type: 'object',
          properties: {
            key: { type: 'string', description: 'What it is about, e.g. "timezone".' },
            value: { type: 'string', description: 'The fact, e.g. "Europe/Berlin".' },
          },
          required: ['key', 'value'],
        },
      },
    },
    required: ['items'],
  },
  run: async (args, fs, path, process, require) => {
    const { randomBytes } = require('node:crypto') as typeof import('node:crypto');
    const Database = require('libsql') as new (file: string) => { exec(sql: string): void; close(): void };
    /** All facts go into every prompt, so one must not fill it. */
    const MAX_KEY = 200;
    const MAX_VALUE = 4000;
    const LOCK_WAIT_MS = 20_000;
    const LOCK_RETRY_MS = 15;

    const failed = (error: string) => ({ status: 'error', error });
    const { items } = args;
    if (!Array.isArray(items) || items.length === 0) return failed('save_user_info needs "items": a list of {"key": "...", "value": "..."} with at least one.');
    const facts: { key: string; value: string }[] = [];
    for (const item of items as unknown[]) {
      const { key, value } = (typeof item === 'object' && item !== null ? item : {}) as Record<string, unknown>;
      const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
      if (typeof key !== 'string' || key.trim() === '' || typeof text !== 'string') {
        return failed(`Nothing was saved: each item needs "key" and "value" as texts, and this one has not: ${JSON.stringify(item)}`);
      }
      if (key.length > MAX_KEY || text.length > MAX_VALUE) {
        return failed(`Nothing was saved: a key has at most ${MAX_KEY} characters and a value at most ${MAX_VALUE} (key "${key.slice(0, 50)}").`);
      }
      facts.push({ key, value: text });
    }

    const data = path.join(process.env.HOME ?? '', '.jarvis', 'data');
    const file = path.join(data, 'user-info.json');
    const locks = path.join(data, 'locks');
    const lockFile = path.join(locks, 'user-info.lock');
    /** An exclusive SQLite transaction is a lock of the operating system: it ends with the process that holds it. */
    const lock = async (): Promise<{ close(): void }> => {
      fs.mkdirSync(locks, { recursive: true, mode: 0o700 });
      fs.closeSync(fs.openSync(lockFile, 'a', 0o600));
      for (const deadline = Date.now() + LOCK_WAIT_MS; ; ) {
        const database = new Database(lockFile);
        try {
          database.exec('PRAGMA journal_mode=MEMORY; BEGIN EXCLUSIVE');
          return database;
        } catch (error) {
          database.close();
          if ((error as NodeJS.ErrnoException).code !== 'SQLITE_BUSY' || Date.now() > deadline) throw error;
        }
        await new Promise((resolve) => setTimeout(resolve, LOCK_RETRY_MS * (0.5 + Math.random())));
      }
    };

    try {
      const held = await lock();
      try {
        let content: Record<string, unknown> = { items: [] };
        let note: string | undefined;
        if (fs.existsSync(file)) {
          const text = fs.readFileSync(file, 'utf8');
          try {
            content = JSON.parse(text) as Record<string, unknown>;
            if (!Array.isArray(content.items)) throw new Error('no list of items');
          } catch {
            // What cannot be read is not thrown away.
            const kept = `user-info.json.damaged-${Date.now()}`;
            fs.renameSync(file, path.join(data, kept));
            content = { items: [] };
            note = `The file with the facts known before was damaged. It was kept as ${kept}, and a new one was begun: tell the user.`;
          }
        }
        const known = content.items as { key?: unknown }[];
        const ts = new Date().toISOString();
        for (const fact of facts) {
          const at = known.findIndex((item) => item?.key === fact.key);
          if (at === -1) known.push({ ...fact, ts } as { key: string });
          else known[at] = { ...fact, ts } as { key: string };
        }
        const temporary = `${file}.${process.pid}.${randomBytes(6).toString('hex')}.tmp`;
        try {
          const handle = await fs.promises.open(temporary, 'wx', 0o600);
          try {
            await handle.writeFile(`${JSON.stringify(content, null, 2)}\n`);
            await handle.sync();
          } finally {
            await handle.close();
          }
          fs.renameSync(temporary, file);
        } catch (error) {
          fs.rmSync(temporary, { force: true });
          throw error;
        }
        return { status: 'ok', saved: facts.length, ...(note === undefined ? {} : { note }) };
      } finally {
        held.close();
      }
    } catch (error) {
      return failed(`Nothing was saved: ${(error as NodeJS.ErrnoException).code ?? ''} ${(error as Error).message}`);
    }
  },
};
