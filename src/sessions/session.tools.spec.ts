import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ScriptToolBench } from '../tools/testing/script-tool-bench.js';
import { readSessionLogTool } from './read-session-log.tool.js';
import { recentSessionsTool } from './recent-sessions.tool.js';

const at = (lastTs: string) => ({ lastTs, timestampMs: Date.parse(lastTs), timestampUtc: lastTs });

/** Real files, in a real child. */
describe('the session tools', () => {
  const bench = new ScriptToolBench();
  afterAll(() => bench.close());

  function put(file: string, content: string, at: string): void {
    const full = bench.file('.jarvis', file);
    mkdirSync(path.dirname(full), { recursive: true });
    writeFileSync(full, content);
    utimesSync(full, new Date(at), new Date(at));
  }

  const conversation = (metadata: object, message = 'Hello there'): string =>
    JSON.stringify({ metadata, messages: [{ role: 'system', content: 's' }, { role: 'user', content: message }] });
  const logLine = (logSummary: string, extra: object = {}): string => `${JSON.stringify({ ts: '2026-01-01T00:00:00.000Z', logSummary, status: 'ok', ...extra })}\n`;

  describe('get_recent_sessions', () => {
    test('is empty where there is nothing yet', async () => {
      expect(await bench.run(recentSessionsTool)).toEqual({ status: 'ok', sessions: [] });
    });

    test('gives the newest first, two of them unless asked, with the right titles', async () => {
      put('data/conversations/named.json', conversation({ name: 'My project', updatedAt: '2026-01-05T00:00:00.000Z' }), '2026-01-05');
      put('logs/session-named.jsonl', logLine('Not the title.'), '2026-01-05');
      put('data/conversations/summary.json', conversation({ updatedAt: '2026-01-04T00:00:00.000Z' }), '2026-01-04');
      put('logs/session-summary.jsonl', `not json\n${logLine('')}${logLine('First summary.')}${logLine('Second.')}`, '2026-01-04');
      put('data/conversations/fresh.json', conversation({ updatedAt: '2026-01-03T00:00:00.000Z' }, `a  long\nmessage ${'😀'.repeat(100)}`), '2026-01-03');
      put('data/conversations/begun.journal', '', '2026-01-02');
      put('data/conversations/damaged.json', '{"metadata":', '2026-01-01');
      put('data/conversations/x.json.damaged-20260101T000000000Z', '{}', '2026-02-01');
      put('data/conversations/.hidden.json', '{}', '2026-02-01');

      expect(await bench.run(recentSessionsTool)).toEqual({
        status: 'ok',
        sessions: [
          { sessionId: 'named', title: 'My project', ...at('2026-01-05T00:00:00.000Z') },
          { sessionId: 'summary', title: 'First summary.', ...at('2026-01-04T00:00:00.000Z') },
        ],
      });
      const all = (await bench.run(recentSessionsTool, { limit: 10 })).sessions as { sessionId: string; title: string }[];
      expect(all.map((session) => session.sessionId)).toEqual(['named', 'summary', 'fresh', 'begun', 'damaged']);
      expect([...(all[2]?.title ?? '')]).toHaveLength(80);
      expect(all[2]?.title).toMatch(/^a long message 😀+…$/u);
      expect(all[3]?.title).toBe('(no title yet)');
    });

    test('gives the running conversation, which is in its journal alone, the title that it has everywhere', async () => {
      const lines = [{ type: 'journal', version: 1, base: 0 }, { type: 'append', at: '2026-01-01T00:00:00.000Z', index: 0, messages: [{ role: 'system', content: 's' }, { role: 'user', content: 'What runs here?' }], turn: 'begin' }];
      put('data/conversations/running.journal', lines.map((line) => `${JSON.stringify(line)}\n`).join(''), '2026-03-01');
      const titleNow = async () => ((await bench.run(recentSessionsTool, { limit: 1 })).sessions as { title: string }[])[0]?.title;
      expect(await titleNow()).toBe('What runs here?');
      const renamed = { type: 'metadata', at: '2026-01-01T00:00:01.000Z', set: { name: 'Processes' } };
      put('data/conversations/running.journal', [...lines, renamed].map((line) => `${JSON.stringify(line)}\n`).join(''), '2026-03-01');
      expect(await titleNow()).toBe('Processes');
    });

    test.each([
      [0, 1],
      [-3, 1],
      [2.7, 2],
      ['3', 3],
      [1e9, 6],
      [null, 2],
    ])('takes a limit of %j as %i', async (limit, expected) => {
      expect((await bench.run(recentSessionsTool, { limit })).sessions).toHaveLength(expected);
    });

    test('says that a limit is no number', async () => {
      expect(await bench.run(recentSessionsTool, { limit: 'many' })).toMatchObject({ status: 'error' });
    });
  });

  describe('read_session_log', () => {
    test('gives the newest entries in order, and skips bad lines', async () => {
      put('logs/session-log.jsonl', `${logLine('1')}${logLine('2')}half a li\nnull\n[]\n${logLine('3')}\n${logLine('4', { toolCalls: [{ name: 'exec' }] })}{"logSummary":"cut`, '2026-01-01');
      const result = await bench.run(readSessionLogTool, { sessionId: 'log', limit: 2 });
      expect(result).toMatchObject({ status: 'ok', sessionId: 'log', more: true, skippedLines: 4 });
      expect(result.entries).toMatchObject([{ logSummary: '3' }, { logSummary: '4', toolCalls: [{ name: 'exec' }] }]);
    });

    test.each([['../config/settings'], ['/etc/passwd'], [''], [undefined], ['a/b'], ['.hidden'], ['a\0b'], ['x'.repeat(129)]])('does not touch the disk for %j', async (sessionId) => {
      expect(await bench.run(readSessionLogTool, { sessionId })).toMatchObject({ status: 'error', error: expect.stringContaining('needs "sessionId"') });
    });

    test('says that there is no such log', async () => {
      expect(await bench.run(readSessionLogTool, { sessionId: 'unknown' })).toMatchObject({ status: 'error', error: expect.stringContaining('get_recent_sessions') });
    });

    test('reads the end of a log of 20 MB', async () => {
      put('logs/session-big.jsonl', Array.from({ length: 40 }, (_, index) => logLine(String(index), { response: 'x'.repeat(500_000) })).join(''), '2026-01-01');
      const result = await bench.run(readSessionLogTool, { sessionId: 'big', limit: 1 });
      expect(result).toMatchObject({ more: true, entries: [{ logSummary: '39' }] });
      expect(result).not.toHaveProperty('skippedLines');
    });
  });
});
