import { existsSync } from 'node:fs';
import path from 'node:path';
import { Jarvis } from '../support/jarvis.js';

describe('/api/sessions', () => {
  let jarvis: Jarvis;

  beforeAll(async () => {
    jarvis = await Jarvis.start();
    jarvis.provider.fallback = () => ({ type: 'answer', content: '{"response":"ok","logSummary":"Answered the question."}' });
  });
  afterAll(() => jarvis.stop());

  it('lists sessions newest first, with titles, in pages that do not overlap', async () => {
    for (const id of ['s1', 's2', 's3']) await jarvis.chat(`Question ${id}`, id);
    await jarvis.chat('Once more', 's1');
    const all = await jarvis.request('GET', '/api/sessions');
    expect(all.body.sessions.map((session: { sessionId: string }) => session.sessionId)).toEqual(['s1', 's3', 's2']);
    expect(all.body.sessions[0]).toEqual({ sessionId: 's1', title: 'Answered the question.', lastTs: expect.stringMatching(/^\d{4}-.*Z$/) });
    const first = await jarvis.request('GET', '/api/sessions?limit=2');
    const second = await jarvis.request('GET', `/api/sessions?limit=2&cursor=${encodeURIComponent(first.body.nextCursor)}`);
    const ids = [...first.body.sessions, ...second.body.sessions].map((session: { sessionId: string }) => session.sessionId);
    expect(ids).toEqual(['s1', 's3', 's2']);
    expect(second.body.nextCursor).toBeUndefined();
  });

  it('renames: the name wins over the derived title, also after a restart', async () => {
    await jarvis.chat('Hello', 'named');
    const renamed = await jarvis.request('PATCH', '/api/sessions/named', { name: 'Photos' });
    expect(renamed).toMatchObject({ status: 200, body: { title: 'Photos' } });
    await jarvis.restart();
    expect((await jarvis.request('GET', '/api/sessions/named')).body.title).toBe('Photos');
  });

  it('reads the log, newest entries, oldest first', async () => {
    await jarvis.chat('One', 'logged');
    await jarvis.chat('Two', 'logged');
    const { body } = await jarvis.request('GET', '/api/sessions/logged/log?limit=1');
    expect(body.entries).toHaveLength(1);
    expect(body.entries[0]).toMatchObject({ userInput: 'Two', status: 'ok' });
  });

  it('deletes conversation, log and all, and begins anew under the same id', async () => {
    await jarvis.chat('Hello', 'gone');
    expect((await jarvis.request('DELETE', '/api/sessions/gone')).body).toEqual({ sessionId: 'gone', deleted: true });
    expect((await jarvis.request('GET', '/api/sessions/gone')).status).toBe(404);
    for (const parts of [['data', 'conversations', 'gone.json'], ['logs', 'session-gone.jsonl']]) {
      expect(existsSync(path.join(jarvis.home, '.jarvis', ...parts))).toBe(false);
    }
    await jarvis.chat('Hello again', 'gone');
    expect((await jarvis.request('GET', '/api/sessions/gone')).body.messages).toHaveLength(3);
  });

  it("opens the original's conversation files", async () => {
    await jarvis.server.stop('SIGTERM');
    const { mkdir, writeFile } = await import('node:fs/promises');
    const folder = path.join(jarvis.home, '.jarvis', 'data', 'conversations');
    await mkdir(folder, { recursive: true });
    const messages = [
      { role: 'system', content: 'You are Jarvis. {{user_info}}' },
      { role: 'user', content: 'Hello from before' },
      { role: 'assistant', content: '{"response":"Hi","logSummary":"Greeted."}' },
    ];
    await writeFile(path.join(folder, 'original.json'), JSON.stringify({ metadata: { handoffCount: 2, createdAt: '2026-02-13T12:34:56.789Z' }, messages }));
    await jarvis.restart();
    jarvis.provider.reset();
    expect((await jarvis.chat('And now?', 'original')).status).toBe(200);
    const sent = jarvis.provider.requests[0]?.body.messages as { content: string }[];
    expect(sent[0]?.content).toContain('You are Jarvis. ');
    expect(sent[1]?.content).toBe('Hello from before');
    const { body } = await jarvis.request('GET', '/api/sessions/original');
    expect(body.metadata).toMatchObject({ createdAt: '2026-02-13T12:34:56.789Z', handoffCount: 0 });
    expect(body.messages).toHaveLength(5);
  });
});
