import { existsSync, readFileSync } from 'node:fs';
import { appendFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Jarvis } from '../support/jarvis.js';

/** Waits until something is so; the bound is the assertion. */
async function until(check: () => boolean, milliseconds: number): Promise<number> {
  const started = Date.now();
  while (!check()) {
    if (Date.now() - started > milliseconds) throw new Error(`Not so after ${milliseconds} ms`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return Date.now() - started;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
}

describe('POST /api/sessions/:id/abort', () => {
  let jarvis: Jarvis;

  beforeAll(async () => {
    jarvis = await Jarvis.start();
  });
  afterAll(() => jarvis.stop());
  beforeEach(() => jarvis.provider.reset());

  it('closes the request to the model within 500 ms, stores the partial text, and takes the next message at once', async () => {
    jarvis.provider.reply({ content: '{"response":"so far so goo', hang: true });
    const chat = jarvis.chat('Tell me', 'abort-1');
    const request = await jarvis.provider.request(0);
    await new Promise((resolve) => setTimeout(resolve, 200));
    const started = Date.now();
    const abort = jarvis.request('POST', '/api/sessions/abort-1/abort', {});
    await request.closed;
    expect(Date.now() - started).toBeLessThan(500);
    expect((await abort).body.runIds).toHaveLength(1);
    expect((await chat).body).toMatchObject({ status: 'aborted', response: 'so far so goo' });
    jarvis.provider.replyAnswer('Next.');
    expect((await jarvis.chat('And now?', 'abort-1')).body.response).toBe('Next.');
    const lines = await jarvis.readLines('logs', 'session-abort-1.jsonl');
    expect(lines.map((line) => line.status)).toEqual(['aborted', 'ok']);
  });

  it('ends a tool with its whole process tree within 3 s, and every call has its result', async () => {
    const pidFile = path.join(jarvis.home, 'pids');
    const script = `trap '' TERM; sleep 300 & echo $! > ${pidFile}; setsid sleep 301 & echo $! >> ${pidFile}; echo started; sleep 302`;
    jarvis.provider.replyToolCalls([{ id: 'a', name: 'exec', arguments: { cmd: script } }, { id: 'b', name: 'exec', arguments: { cmd: 'echo never' } }]);
    const chat = jarvis.chat('Run it', 'abort-2');
    await until(() => existsSync(pidFile) && readFileSync(pidFile, 'utf8').trim().split('\n').length === 2, 10_000);
    const pids = readFileSync(pidFile, 'utf8').trim().split('\n').map(Number);
    expect(pids.map(isAlive)).toEqual([true, true]);
    void jarvis.request('POST', '/api/sessions/abort-2/abort', {});
    expect(await until(() => !pids.some(isAlive), 3_000)).toBeLessThan(3_000);
    const { body } = await chat;
    expect(body.status).toBe('aborted');
    jarvis.provider.reset();
    jarvis.provider.replyAnswer('Fine.');
    await jarvis.chat('Next', 'abort-2');
    const messages = jarvis.provider.requests[0]?.body.messages as { role: string; tool_call_id?: string; content: string }[];
    expect(messages.filter((message) => message.role === 'tool').map((message) => message.tool_call_id)).toEqual(['a', 'b']);
    expect(messages.find((message) => message.tool_call_id === 'a')?.content).toContain('started');
  });

  it('is 409 where nothing runs, and touches no later turn', async () => {
    expect((await jarvis.request('POST', '/api/sessions/abort-3/abort', {})).status).toBe(409);
    jarvis.provider.replyAnswer('Untouched.');
    expect((await jarvis.chat('Hi', 'abort-3')).body.status).toBe('ok');
    expect((await jarvis.request('POST', '/api/sessions/abort-3/abort', {})).status).toBe(409);
  });

  it('bounds what waits for one session with 429 and Retry-After', async () => {
    jarvis.provider.reply({ content: 'x', hang: true });
    const first = jarvis.chat('First', 'busy-1');
    await jarvis.provider.request(0);
    const rest = Array.from({ length: 60 }, () => jarvis.chat('More', 'busy-1'));
    const refused = await Promise.race(rest);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    await jarvis.request('POST', '/api/sessions/busy-1/abort', {});
    expect((await first).body.status).toBe('aborted');
    for (const answer of await Promise.all(rest)) expect([200, 429]).toContain(answer.status);
  });
});

describe('SIGTERM', () => {
  it('lets a turn end, refuses new ones, and exits 0 with everything stored', async () => {
    const jarvis = await Jarvis.start();
    let release!: () => void;
    jarvis.provider.reply({ content: '{"response":"finished","logSummary":"x"}', until: new Promise<void>((resolve) => (release = resolve)) });
    const chat = jarvis.chat('Slow', 'term-1');
    await jarvis.provider.request(0);
    const stopped = jarvis.server.stop('SIGTERM');
    const refused = async (): Promise<boolean> => (await jarvis.chat('Too late', 'term-late')).status === 503;
    for (let tries = 0; !(await refused()); tries += 1) if (tries === 50) throw new Error('Messages are still taken.');
    release();
    expect((await chat).body.response).toBe('finished');
    expect((await stopped).code).toBe(0);
    const file = await jarvis.readJson('data', 'conversations', 'term-1.json');
    expect(file.messages).toHaveLength(3);
    await jarvis.stop();
  });

  it('aborts a turn that does not end within 10 s, stores what was reached, and exits 0', async () => {
    const jarvis = await Jarvis.start();
    jarvis.provider.reply({ content: '{"response":"so far', hang: true });
    const chat = jarvis.chat('Endless', 'term-2');
    await jarvis.provider.request(0);
    const started = Date.now();
    expect((await jarvis.server.stop('SIGTERM')).code).toBe(0);
    expect(Date.now() - started).toBeGreaterThan(9_000);
    expect((await chat).body).toMatchObject({ status: 'aborted', response: expect.stringContaining('so far') });
    const file = await jarvis.readJson('data', 'conversations', 'term-2.json');
    expect(file.messages.map((message: { role: string }) => message.role)).toEqual(['system', 'user', 'assistant']);
    expect(await jarvis.readLines('logs', 'session-term-2.jsonl')).toMatchObject([{ status: 'aborted' }]);
    await jarvis.stop();
  });

  it('gives an answer that was stored right before a crash the log line that it lacks, once', async () => {
    const jarvis = await Jarvis.start();
    try {
      jarvis.provider.replyToolCalls([{ id: 'a', name: 'exec', arguments: { cmd: 'echo one' } }]).replyAnswer('Done.');
      await jarvis.chat('Run', 'crash-2');
      await jarvis.server.stop('SIGTERM');
      const folder = path.join(jarvis.home, '.jarvis', 'data', 'conversations');
      const { messages } = await jarvis.readJson('data', 'conversations', 'crash-2.json');
      const at = new Date().toISOString();
      const annotations = messages.map(() => ({ at }));
      const lines = [{ type: 'journal', version: 1, base: 0 }, { type: 'append', at, index: 0, messages, annotations, turn: 'begin' }];
      const cut = async (): Promise<void> => {
        await rm(path.join(folder, 'crash-2.json'));
        await writeFile(path.join(folder, 'crash-2.journal'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
      };
      const mend = async (): Promise<void> => {
        await cut();
        await jarvis.restart('SIGKILL');
        await until(() => existsSync(path.join(folder, 'crash-2.json')), 10_000);
        await jarvis.server.stop('SIGTERM');
      };
      await rm(path.join(jarvis.home, '.jarvis', 'logs', 'session-crash-2.jsonl'));
      await mend();
      const expected = [{ status: 'ok', userInput: 'Run', response: 'Done.', toolCalls: [{ name: 'exec', status: 'ok' }], notes: [expect.stringContaining('written at the next start')] }];
      expect(await jarvis.readLines('logs', 'session-crash-2.jsonl')).toMatchObject(expected);
      await mend();
      expect(await jarvis.readLines('logs', 'session-crash-2.jsonl')).toMatchObject(expected);
    } finally {
      await jarvis.stop();
    }
  });

  it('finds a turn that a crash cut, closes it, and the next message works', async () => {
    const jarvis = await Jarvis.start();
    try {
      jarvis.provider.replyToolCalls([{ id: 'a', name: 'exec', arguments: { cmd: 'echo one' } }]).replyToolCalls([{ id: 'b', name: 'exec', arguments: { cmd: 'sleep 100' } }]);
      const chat = jarvis.chat('Run', 'crash-1').catch(() => undefined);
      await jarvis.provider.request(1);
      await new Promise((resolve) => setTimeout(resolve, 500));
      await jarvis.server.stop('SIGKILL');
      // And the disk spoiled a line.
      await appendFile(path.join(jarvis.home, '.jarvis', 'data', 'conversations', 'crash-1.journal'), 'no entry\n');
      await jarvis.restart('SIGKILL');
      await chat;
      const lines = async (): Promise<{ status: string; notes?: string[] }[]> => jarvis.readLines('logs', 'session-crash-1.jsonl').catch(() => []);
      for (let tries = 0; tries < 100 && (await lines()).length === 0; tries += 1) await new Promise((resolve) => setTimeout(resolve, 50));
      expect(await lines()).toMatchObject([{ status: 'interrupted', notes: [expect.stringContaining('The journal holds 1 unreadable line')] }]);
      jarvis.provider.reset();
      jarvis.provider.replyAnswer('Back.');
      expect((await jarvis.chat('Again', 'crash-1')).body.response).toBe('Back.');
      const messages = jarvis.provider.requests[0]?.body.messages as { role: string; tool_call_id?: string; content: string }[];
      expect(messages.filter((message) => message.role === 'tool').map((message) => message.tool_call_id)).toEqual(['a', 'b']);
      expect(messages.find((message) => message.tool_call_id === 'b')?.content).toContain('interrupted');
    } finally {
      await jarvis.stop();
    }
  });
});
